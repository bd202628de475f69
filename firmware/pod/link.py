"""The pod's side of the protocol: bytes and keys in, pictures and bytes out.

PROTOCOL.md explains the protocol. The caller passes in the port, the clock and the display.
"""

from binascii import crc32
from struct import pack_into

from framing import BLOCK, BLOCK_FORMAT, Reader, Writer

PROTOCOL = 1
FIRMWARE = (1, 1, 0)

# Frames that the table sends
ASK, BEAT, PICTURE, BLANK, CONTRAST, UPDATE, LONG = 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07
# Frames that the pod sends
HELLO, STATUS = 0x81, 0x82

LIT, SCREEN_WORKS = 0x01, 0x02
KEY_DOWN = 0x80

KEYS = 8
HEADER = 7
STATUS_SIZE = HEADER + 6
MAX_EVENTS = 16
MAX_BODY = HEADER + 8 + 8 * (3 + 128)

BEAT_MS = 500
AGAIN_MS = 100
SILENCE_MS = 2000


def since(now, then):
    """Return the milliseconds from `then` to `now`, on a clock that wraps around at 2**30."""
    return (now - then) & 0x3FFFFFFF


class Link:
    """A pod's connection to the table.

    `send(buffer, length)` writes to the line. `fresh()` returns a random 16-bit number.
    """

    def __init__(self, display, identity, send, fresh, now):
        self.session = 0  # 0: no session
        self.update_wanted = False
        self._display = display
        self._identity = identity
        self._send = send
        self._fresh = fresh
        self._reader = Reader(MAX_BODY)
        self._body = self._reader.body
        self.coming = 0  # announced bytes of a frame that have not arrived yet
        self.block = bytearray(BLOCK)  # the caller fills it before `take_block`
        self._writer = Writer(HEADER + 10 + 16 + MAX_EVENTS)
        self._crc = bytearray(4)
        self._dark_crc = bytearray(4)
        pack_into("<I", self._dark_crc, 0, crc32(bytes(len(display.picture))))
        self._ask_nonce = 0
        self._done = 0  # the number of the last command that was executed
        self._events = bytearray(MAX_EVENTS)
        self._count = 0
        self._first = 0  # the number of the first event that the table has not acknowledged
        self._told = 0  # a bit for each key that is down, after all events in the queue
        self._urgent = False  # an event has not been sent yet
        self._heard = self._sent = now
        self._wait()

    # --- bytes in

    def take(self, byte, now):
        length = self._reader.take(byte)
        if length >= HEADER:
            self._handle(length, now)

    def in_blocks(self):
        """Return whether the caller can read a whole block: enough bytes are announced."""
        return self.coming >= BLOCK and self._reader.is_inside_frame

    def take_block(self, now):
        self.coming -= BLOCK
        if self.coming < BLOCK:
            self.coming = 0  # the rest comes byte by byte
        if self.block.find(b"\0") < 0:
            self._reader.take_block(self.block)
            return
        self.coming = 0  # the frame ends within this block, complete or not
        for byte in self.block:
            self.take(byte, now)

    def _handle(self, length, now):
        kind = self._body[0]
        if kind == ASK:
            if length >= HEADER + 3:
                self._answer(now)
        elif kind == UPDATE:
            self._update(length)
        elif self.session and self._number(1) == self.session:
            self._heard = now
            self._forget_events(self._number(5))
            if kind in (PICTURE, BLANK, CONTRAST):
                self._order(kind, length, now)
            elif kind == LONG and length >= HEADER + 2:
                self.coming = self._number(HEADER) - 2  # without its zero and first byte

    def _number(self, index):
        return self._body[index] | self._body[index + 1] << 8

    def _answer(self, now):
        """Answer an ASK. A new nonce means a new table: start a new session."""
        nonce, protocol = self._number(HEADER + 1), self._body[HEADER]
        if protocol != PROTOCOL:
            self._end()
            self._complain(protocol > PROTOCOL)
        elif not self.session or nonce != self._ask_nonce:
            self._begin(nonce, now)
        self._say_hello(nonce, now)

    def _begin(self, nonce, now):
        last = self.session
        while self.session in (0, last):
            self.session = self._fresh()
        self._ask_nonce = nonce
        self._heard = now
        self._done = self._count = self._first = self._told = 0
        self._urgent = False
        self._go_dark()

    def _go_dark(self):
        """Erase the picture from the screen, its memory and the receive buffers."""
        self._display.blank()
        self._reader.forget()
        pack_into(BLOCK_FORMAT, self.block, 0, b"")
        self.coming = 0

    def _update(self, length):
        """Accept the request for an update if it names this pod's identity."""
        size = len(self._identity)
        if length != HEADER + size:
            return
        for index in range(size):
            if self._body[HEADER + index] != self._identity[index]:
                return
        self.update_wanted = True

    # --- commands

    def _order(self, kind, length, now):
        """Execute a command, unless its number marks it as a duplicate or as outdated."""
        number = self._number(3)
        ahead = (number - self._done) & 0xFFFF
        if 0 < ahead < 0x8000:
            self._done = number
            self._do(kind, length)
        self._say_status(now)

    def _do(self, kind, length):
        if kind == BLANK:
            self._go_dark()
        elif kind == CONTRAST and length > HEADER:
            self._display.set_contrast(self._body[HEADER])
        elif kind == PICTURE and self._draft_made(length):
            self._display.show()

    def _draft_made(self, length):
        """Draw the received picture into the draft. Return whether its checksum is right."""
        spans = HEADER + 8
        if length < spans:
            return False
        if self._same(HEADER, self._dark_crc):
            self._display.clear_draft()
        elif self._same(HEADER, self._checksum(self._display.picture)):
            self._display.copy_to_draft()
        else:
            return False
        drawn = self._spans_drawn(spans, length)
        return drawn and self._same(HEADER + 4, self._checksum(self._display.draft))

    def _spans_drawn(self, index, length):
        body, draft = self._body, self._display.draft
        while index + 3 <= length:
            page, column, size = body[index], body[index + 1], body[index + 2]
            index += 3
            if page >= 8 or column + size > 128 or index + size > length:
                return False
            place = page * 128 + column
            draft[place : place + size] = body[index : index + size]
            index += size
        return index == length

    def _checksum(self, picture):
        pack_into("<I", self._crc, 0, crc32(picture))
        return self._crc

    def _same(self, index, crc):
        for offset in range(4):
            if self._body[index + offset] != crc[offset]:
                return False
        return True

    # --- keys

    def key(self, index, down):
        """Queue a key event. Return False if the queue is full: the caller tries again later."""
        bit = 1 << index
        if not self.session or (not down and not self._told & bit):
            return True  # pressed before the session began: not for this table
        if self._count == MAX_EVENTS:
            return False
        self._events[self._count] = index | (KEY_DOWN if down else 0)
        self._count += 1
        self._told = self._told | bit if down else self._told & ~bit
        self._urgent = True
        return True

    def _forget_events(self, number):
        """Remove the events before `number`, which the table has acknowledged."""
        got = (number - self._first) & 0xFFFF
        if not 0 < got <= self._count:
            return
        self._first = number
        self._count -= got
        for index in range(self._count):
            self._events[index] = self._events[index + got]

    # --- time, and bytes out

    def tick(self, now):
        quiet = since(now, self._sent)
        if self.session:
            if since(now, self._heard) >= SILENCE_MS:
                self._end()
                self._wait()
                self._say_hello(0, now)
            elif self._urgent or quiet >= (AGAIN_MS if self._count else BEAT_MS):
                self._say_status(now)
        elif quiet >= BEAT_MS:
            self._say_hello(0, now)

    def _end(self):
        if self.session:
            self.session = 0
            self._go_dark()

    def _wait(self):
        self._display.say("Waiting for", "the table")

    def _complain(self, table_is_newer):
        if table_is_newer:
            self._display.say("The table speaks", "a newer version", "update this pod")
        else:
            self._display.say("The table speaks", "an older version", "update the table")

    def _say_hello(self, nonce, now):
        body = self._writer.body
        size = len(self._identity)
        pack_into("<BHHH", body, 0, HELLO, self.session, 0, 0)
        pack_into("<HBBBB", body, HEADER, nonce, PROTOCOL, FIRMWARE[0], FIRMWARE[1], FIRMWARE[2])
        pack_into("<BBBB", body, HEADER + 6, 128, 64, KEYS, size)
        for index in range(size):
            body[HEADER + 10 + index] = self._identity[index]
        self._transmit(HEADER + 10 + size, now)

    def _say_status(self, now):
        self._urgent = False
        body, display = self._writer.body, self._display
        flags = (LIT if display.lit else 0) | (SCREEN_WORKS if display.works else 0)
        pack_into("<BHHH", body, 0, STATUS, self.session, self._first, self._done)
        pack_into("<IBB", body, HEADER, crc32(display.picture), display.contrast, flags)
        for index in range(self._count):
            body[STATUS_SIZE + index] = self._events[index]
        self._transmit(STATUS_SIZE + self._count, now)

    def _transmit(self, length, now):
        self._sent = now
        self._send(self._writer.line, self._writer.frame(length))
