#!/usr/bin/env python3
"""The second verifier: checks evidence bundles, and single documents, without the service.

Written from docs/verification.md alone, with the standard library and the command `openssl` only, so that
whoever doubts the first verifier has another one. What it says must be what `npm run verify` says; where
the two differ, one of them or the page is wrong.

    python3 verify.py bundle.zip --keys keys.json --certificates certificates.pem
    python3 verify.py document.pdf --certificates certificates.pem
    python3 verify.py --vectors docs/verifier/vectors
    python3 verify.py --self-test

Section names in the comments are headings of docs/verification.md.
"""

import argparse
import base64
import binascii
import calendar
import datetime
import hashlib
import itertools
import json
import mmap
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib

# --------------------------------------------------------------------------------------------------------
# What a check may end with


class Unreadable(Exception):
    """These bytes are not what they should be; whoever reads them says what follows from that."""


class Verdict(Exception):
    """The first check that did not hold, of a document: `altered` or `unknown`, and why."""

    def __init__(self, verdict, reason):
        super().__init__(reason)
        self.verdict = verdict
        self.reason = reason


def altered(reason):
    raise Verdict("altered", reason)


def unknown(reason):
    raise Verdict("unknown", reason)


# --------------------------------------------------------------------------------------------------------
# The format: text, hashes, base64, times, canonical JSON, framed lists

HEX_64 = re.compile(r"[0-9a-f]{64}")
TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\.(\d{3})Z", re.ASCII)
SURROGATE = re.compile("[\ud800-\udfff]")
ZEROS = "0" * 64


def sha256(data):
    return hashlib.sha256(data).digest()


def sha256_hex(data):
    return hashlib.sha256(data).hexdigest()


def is_hash(value):
    return isinstance(value, str) and HEX_64.fullmatch(value) is not None


def is_number(value):
    """JSON's, not Python's: there True is a number as well."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def number_is(value, number):
    return is_number(value) and value == number


def is_count(value):
    return is_number(value) and isinstance(value, int) and 0 <= value < 2**53


def is_time(value):
    """A time in its one spelling, of a day that there is."""
    match = TIME.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        return False
    try:
        year, *others = (int(part) for part in match.groups()[:6])
        datetime.datetime(year or 400, *others)  # Python has no year 0, which has the days of 400
    except ValueError:
        return False
    return True


def text_bytes(text):
    """The bytes that are hashed: UTF-8, a lone surrogate being U+FFFD."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return SURROGATE.sub("\ufffd", text).encode("utf-8")


def units(text):
    """Length in UTF-16 code units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def framed(*parts):
    """A framed list: of each part its length (32 bits, big-endian) and its bytes."""
    out = []
    for part in parts:
        data = part if isinstance(part, bytes) else text_bytes(part)
        out.append(struct.pack(">I", len(data)))
        out.append(data)
    return b"".join(out)


def from_base64(text, length=None):
    """RFC 4648, section 4, in its one spelling; Unreadable for anything else."""
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except (AttributeError, UnicodeEncodeError, binascii.Error, ValueError):
        raise Unreadable("no base64") from None
    if base64.b64encode(data).decode("ascii") != text or length not in (None, len(data)):
        raise Unreadable("not the one spelling of these bytes in base64")
    return data


# --- JSON

INFINITY = float("inf")


def json_number(text):
    """A double, as RFC 8785 and JavaScript read it; what is whole and exact becomes an int."""
    number = float(text)
    return int(number) if number == number // 1 and abs(number) < 2**53 else number


def no_constant(name):
    raise ValueError(name + " is no JSON")


JSON_DECODER = json.JSONDecoder(parse_int=json_number, parse_float=json_number, parse_constant=no_constant)
JSON_TOKEN = re.compile(
    r"""[ \t\n\r]*(?:([\[\]{}:,])|(true|false|null)|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?="))""",
    re.ASCII,
)
JSON_WORDS = {"true": True, "false": False, "null": None}


def parse_json(text):
    """Reads JSON of any depth; of a member that stands there twice the last one counts.

    Unreadable where it is none.
    """
    try:
        return JSON_DECODER.decode(text)
    except RecursionError:
        return parse_deep_json(text)
    except (ValueError, OverflowError):
        raise Unreadable("no JSON") from None


def json_tokens(text):
    """Marks as ('mark', c), values as ('value', v), in their order."""
    at = 0
    while True:
        match = JSON_TOKEN.match(text, at)
        if match is None:
            if text[at:].strip(" \t\n\r") != "":
                raise Unreadable("no JSON")
            return
        at = match.end()
        mark, word, number = match.groups()
        if mark is not None:
            yield "mark", mark
        elif word is not None:
            yield "value", JSON_WORDS[word]
        elif number is not None:
            yield "value", json_number(number)
        else:
            try:
                value, at = json.decoder.scanstring(text, at + 1)
            except ValueError:
                raise Unreadable("no JSON") from None
            yield "value", value


def parse_deep_json(text):
    """The same without recursion, for what lies deeper than Python's own reader goes."""
    done = []  # the value that is whole, once there is one
    open_ones = []  # [container, name that waits for its value]
    expect = {"value"}

    def put(value):
        if not open_ones:
            done.append(value)
            return set()
        container = open_ones[-1]
        if isinstance(container[0], list):
            container[0].append(value)
            return {",", "]"}
        container[0][container[1]] = value
        return {",", "}"}

    for kind, token in json_tokens(text):
        container = open_ones[-1] if open_ones else None
        if kind == "value" and "name" in expect and isinstance(token, str):
            container[1] = token
            expect = {":"}
        elif kind == "value" and "value" in expect:
            expect = put(token)
        elif kind == "mark" and token in "[{" and "value" in expect:
            open_ones.append([[] if token == "[" else {}, None])
            expect = {"value", "]"} if token == "[" else {"name", "}"}
        elif kind == "mark" and token in expect and token in "]}":
            expect = put(open_ones.pop()[0])
        elif kind == "mark" and token in expect:
            expect = {"name"} if token == "," and isinstance(container[0], dict) else {"value"}
        else:
            raise Unreadable("no JSON")
    if not done or expect:
        raise Unreadable("no JSON")
    return done[0]


def parse_object(text):
    value = parse_json(text)
    if not isinstance(value, dict):
        raise Unreadable("no object")
    return value


def depth_within(value, most):
    """Whether at most so many lists and objects lie within one another, the outermost one counted."""
    level = [value]
    for _ in range(most + 1):
        level = [outer for outer in level if isinstance(outer, (list, dict))]
        if not level:
            return True
        level = [
            inner for outer in level for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return False


def number_text(number):
    """A double as RFC 8785 writes it, which is as ECMAScript does."""
    if isinstance(number, int) and abs(number) < 2**53:
        return str(number)
    number = float(number)
    if number != number or abs(number) == INFINITY:
        raise Unreadable("no JSON number")
    sign = "-" if number < 0 else ""
    mantissa, _, exponent = repr(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    written = whole + fraction
    digits = written.lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(written) - len(digits))
    digits = digits.rstrip("0")
    count = len(digits)
    if count == 0:
        return "0"
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    tail = "." + digits[1:] if count > 1 else ""
    return "%s%s%se%s%d" % (sign, digits[0], tail, "+" if point > 0 else "-", abs(point - 1))


def utf16_order(name):
    return name.encode("utf-16-be", "surrogatepass")


def json_text(text):
    written = json.encoder.encode_basestring(text)
    if written.isascii():
        return written
    return SURROGATE.sub(lambda match: "\\u%04x" % ord(match.group()), written)


def canonical(value):
    """Canonical JSON: RFC 8785, a lone surrogate being written as an escape."""
    if isinstance(value, str):
        return json_text(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        names = sorted(value, key=utf16_order)
        return "{" + ",".join(json_text(name) + ":" + canonical(value[name]) for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    return number_text(value)


# --------------------------------------------------------------------------------------------------------
# Ed25519 (RFC 8032), verification only
#
# A process of openssl for each of 10,000 receipts takes minutes. Here one costs some 80 additions of points,
# since multiples of the base point and of a key that is used often are made once.

ED_P = 2**255 - 19
ED_L = 2**252 + 27742317777372353535851937790883648493
ED_D = -121665 * pow(121666, -1, ED_P) % ED_P
ED_ROOT_OF_MINUS_1 = pow(2, (ED_P - 1) // 4, ED_P)
ED_BASE = bytes.fromhex("58" + "66" * 31)
ED_WINDOW = 6
ED_KEYS_KEPT = 64
ED_USES_WITHOUT_A_TABLE = 16
ed_keys = {}
ed_base_table = []


def ed_decode(data):
    """The point (x, y) of 32 bytes, section 5.1.3, or None."""
    y = int.from_bytes(data, "little")
    sign = y >> 255
    y &= (1 << 255) - 1
    if y >= ED_P:
        return None
    u = (y * y - 1) % ED_P
    v = (ED_D * y * y + 1) % ED_P
    x = u * pow(v, 3, ED_P) * pow(u * pow(v, 7, ED_P), (ED_P - 5) // 8, ED_P) % ED_P
    if (v * x * x + u) % ED_P == 0:
        x = x * ED_ROOT_OF_MINUS_1 % ED_P
    if (v * x * x - u) % ED_P != 0 or (x == 0 and sign == 1):
        return None
    return (x if x & 1 == sign else ED_P - x), y


def ed_add(one, other):
    """Sum of two points (X, Y, Z, T) of section 5.1.4; the formula holds for equal ones too."""
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = other
    a = (y1 - x1) * (y2 - x2) % ED_P
    b = (y1 + x1) * (y2 + x2) % ED_P
    c = 2 * ED_D * t1 * t2 % ED_P
    d = 2 * z1 * z2 % ED_P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % ED_P, g * h % ED_P, f * g % ED_P, e * h % ED_P


def ed_table(point):
    """For each place of six binary digits the multiples 1 to 63 of the point there, as (y-x, y+x, 2dxy)."""
    size = 1 << ED_WINDOW
    x, y = point
    first = (x, y, 1, x * y % ED_P)
    points = []
    for _ in range(256 // ED_WINDOW + 1):
        multiple = first
        for _ in range(size - 1):
            points.append(multiple)
            multiple = ed_add(multiple, first)
        first = multiple
    flat = []
    for (x, y, _, _), inverse in zip(points, ed_inverses([point[2] for point in points])):
        x, y = x * inverse % ED_P, y * inverse % ED_P
        flat.append(((y - x) % ED_P, (y + x) % ED_P, 2 * ED_D * x * y % ED_P))
    return [[None] + flat[at : at + size - 1] for at in range(0, len(flat), size - 1)]


def ed_inverses(numbers):
    """All inverses at the price of one (Montgomery's trick)."""
    products = list(itertools.accumulate(numbers, lambda a, b: a * b % ED_P))
    inverse = pow(products[-1], -1, ED_P)
    out = []
    for number, before in zip(reversed(numbers), reversed([1] + products[:-1])):
        out.append(inverse * before % ED_P)
        inverse = inverse * number % ED_P
    return out[::-1]


def ed_add_multiple(point, scalar, table):
    """The point plus the scalar times the table's point."""
    x1, y1, z1, t1 = point
    mask = (1 << ED_WINDOW) - 1
    for row in table:
        digit = scalar & mask
        scalar >>= ED_WINDOW
        if digit == 0:
            continue
        minus, plus, product = row[digit]
        a = (y1 - x1) * minus
        b = (y1 + x1) * plus
        c = t1 * product
        e, f, g, h = (b - a) % ED_P, (2 * z1 - c) % ED_P, (2 * z1 + c) % ED_P, (b + a) % ED_P
        x1, y1, z1, t1 = e * f % ED_P, g * h % ED_P, f * g % ED_P, e * h % ED_P
    return x1, y1, z1, t1


def ed_multiple(point, scalar):
    """The scalar times the point, bit by bit."""
    out, power = (0, 1, 1, 0), (*point, 1, point[0] * point[1] % ED_P)
    while scalar:
        if scalar & 1:
            out = ed_add(out, power)
        power = ed_add(power, power)
        scalar >>= 1
    return out


class EdKey:
    """A public key with its sign turned round; its table is made when it has been used a few times."""

    def __init__(self, data):
        point = ed_decode(data)
        self.minus = None if point is None else (-point[0] % ED_P, point[1])
        self.uses = 0
        self.table = None

    def plus_multiple(self, point, scalar):
        self.uses += 1
        if self.table is None and self.uses > ED_USES_WITHOUT_A_TABLE:
            self.table = ed_table(self.minus)
        if self.table is None:
            return ed_add(point, ed_multiple(self.minus, scalar))
        return ed_add_multiple(point, scalar, self.table)


def ed_key(data):
    if data not in ed_keys:
        if len(ed_keys) >= ED_KEYS_KEPT:
            ed_keys.clear()
        ed_keys[data] = EdKey(data)
    return ed_keys[data]


def ed_verify(key, message, signature):
    """Section 5.1.7 without the cofactor: R is compared as its 32 bytes."""
    if len(key) != 32 or len(signature) != 64:
        return False
    s = int.from_bytes(signature[32:], "little")
    public = ed_key(key)
    if s >= ED_L or public.minus is None:
        return False
    if not ed_base_table:
        ed_base_table.extend(ed_table(ed_decode(ED_BASE)))
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ED_L
    x, y, z, _ = public.plus_multiple(ed_add_multiple((0, 1, 1, 0), s, ed_base_table), h)
    inverse = pow(z, -1, ED_P)
    x, y = x * inverse % ED_P, y * inverse % ED_P
    return (y | (x & 1) << 255).to_bytes(32, "little") == signature[:32]


# --------------------------------------------------------------------------------------------------------
# The tree over the log (RFC 9162, section 2.1)

EMPTY_ROOT = sha256(b"")


def leaf_hash(entry):
    return sha256(b"\0" + entry)


def node_hash(left, right):
    return sha256(b"\1" + left + right)


def root_of(leaves):
    """The root over hashes of leaves, section 2.1.1: a level after the other, an odd one goes up as it is."""
    level = list(leaves)
    while len(level) > 1:
        pairs = [node_hash(level[at], level[at + 1]) for at in range(0, len(level) - 1, 2)]
        level = pairs + level[len(pairs) * 2 :]
    return level[0] if level else EMPTY_ROOT


def climb(fn, sn):
    """Both places, without the levels on which the node stands alone on the right."""
    while fn & 1 == 0 and fn != 0:
        fn >>= 1
        sn >>= 1
    return fn, sn


def includes(leaf, index, size, path, root):
    """Section 2.1.3.2: whether the path leads from the leaf's hash at this index to the root of this size."""
    if not 0 <= index < size:
        return False
    fn, sn, node = index, size - 1, leaf
    for other in path:
        if sn == 0:
            return False
        if fn & 1 == 1 or fn == sn:
            node = node_hash(other, node)
            fn, sn = climb(fn, sn)
        else:
            node = node_hash(node, other)
        fn >>= 1
        sn >>= 1
    return sn == 0 and node == root


def continues(first, first_root, second, second_root, path):
    """Section 2.1.4.2: whether the tree of the second size begins with that of the first."""
    if first > second:
        return False
    if first == second:
        return len(path) == 0 and first_root == second_root
    if first == 0:
        return len(path) == 0 and first_root == EMPTY_ROOT
    if len(path) == 0:
        return False
    nodes = [first_root, *path] if first & (first - 1) == 0 else list(path)
    fn, sn = first - 1, second - 1
    while fn & 1 == 1:
        fn >>= 1
        sn >>= 1
    one = other = nodes[0]
    for node in nodes[1:]:
        if sn == 0:
            return False
        if fn & 1 == 1 or fn == sn:
            one = node_hash(node, one)
            other = node_hash(node, other)
            fn, sn = climb(fn, sn)
        else:
            other = node_hash(other, node)
        fn >>= 1
        sn >>= 1
    return sn == 0 and one == first_root and other == second_root


# --------------------------------------------------------------------------------------------------------
# DER


def element(data, at, end):
    """(tag, begin of content, end) of the element here; Unreadable unless it is DER and lies before `end`.

    Lengths are definite, as short as can be, and their numbers take at most three bytes.
    """
    if end - at < 2:
        raise Unreadable("an element is cut off")
    tag, length = data[at], data[at + 1]
    begin = at + 2
    if tag & 0x1F == 0x1F:
        raise Unreadable("a tag of more than a byte")
    if length >= 0x80:
        count = length - 0x80
        if not 1 <= count <= 3 or end - begin < count:
            raise Unreadable("a length that is not as it should be")
        length = int.from_bytes(data[begin : begin + count], "big")
        if length < 0x80 or length < 1 << 8 * (count - 1):
            raise Unreadable("a length that is longer than need be")
        begin += count
    if begin + length > end:
        raise Unreadable("an element is longer than what it lies in")
    return tag, begin, begin + length


MOST_DEPTH_OF_ASN1 = 40
MOST_BYTES_OF_AN_OBJECT_IDENTIFIER = 64


def bounded(data, most):
    """The first element in BER of these bytes; Unreadable where it is not within the limits of ASN.1."""
    return data[: ber_end(data, 0, len(data), 1, [most])]


def ber_end(data, at, end, depth, left):
    """Where the element here ends, in BER. `left`: how many elements may still come, in a list of one."""
    left[0] -= 1
    if left[0] < 0 or depth > MOST_DEPTH_OF_ASN1 or at + 2 > end:
        raise Unreadable("more elements than are read, or deeper ones, or one that is cut off")
    tag, length, begin = data[at], data[at + 1], at + 2
    if tag == 0 or tag & 0x1F == 0x1F:
        raise Unreadable("a tag of more than a byte, or none")
    if length == 0x80:
        if not tag & 0x20:
            raise Unreadable("an indefinite length without parts")
        while data[begin : begin + 2] != b"\0\0":
            begin = ber_end(data, begin, end, depth + 1, left)
        if begin + 2 > end:
            raise Unreadable("an indefinite length without an end")
        return begin + 2
    if length > 0x80:
        begin += length - 0x80
        if length - 0x80 > 4 or begin > end:
            raise Unreadable("a length that is too long")
        length = int.from_bytes(data[at + 2 : begin], "big")
    if begin + length > end:
        raise Unreadable("an element is longer than what it lies in")
    if tag & ~0x20 in (0x06, 0x0D) and length > MOST_BYTES_OF_AN_OBJECT_IDENTIFIER:
        raise Unreadable("an object identifier that is too long")
    end = begin + length
    while tag & 0x20 and begin < end:
        begin = ber_end(data, begin, end, depth + 1, left)
    return end


class Der:
    """An element: its tag, its content, and all of its bytes."""

    def __init__(self, tag, content, whole):
        self.tag = tag
        self.content = content
        self.whole = whole

    def children(self):
        out, at = [], 0
        while at < len(self.content):
            tag, begin, end = element(self.content, at, len(self.content))
            out.append(Der(tag, self.content[begin:end], self.content[at:end]))
            at = end
        return out

    def parts(self, *tags):
        """The children, which must have exactly these tags."""
        found = self.children()
        if tuple(child.tag for child in found) != tags:
            raise Unreadable("other elements than there should be")
        return found

    def only(self, tag):
        return self.parts(tag)[0]


def der_of(data, tag=0x30):
    """The one element that all of these bytes are."""
    found, begin, end = element(data, 0, len(data))
    if found != tag or end != len(data):
        raise Unreadable("not one element of this tag")
    return Der(tag, data[begin:], data)


def der(tag, *parts):
    content = b"".join(parts)
    size = len(content)
    if size < 0x80:
        return bytes([tag, size]) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 + len(length)]) + length + content


def oid(text):
    first, second, *others = (int(number) for number in text.split("."))
    out = bytearray()
    for number in [first * 40 + second, *others]:
        group = [number & 0x7F]
        while number > 0x7F:
            number >>= 7
            group.append(0x80 | number & 0x7F)
        out += bytes(reversed(group))
    return der(0x06, bytes(out))


ID_DATA = oid("1.2.840.113549.1.7.1")
ID_SIGNED_DATA = oid("1.2.840.113549.1.7.2")
ID_CONTENT_TYPE = oid("1.2.840.113549.1.9.3")
ID_MESSAGE_DIGEST = oid("1.2.840.113549.1.9.4")
ID_SIGNING_CERTIFICATE = oid("1.2.840.113549.1.9.16.2.12")
ID_SIGNING_CERTIFICATE_V2 = oid("1.2.840.113549.1.9.16.2.47")
ID_ALGORITHM_PROTECTION = oid("1.2.840.113549.1.9.52")
ID_TIMESTAMP_TOKEN = oid("1.2.840.113549.1.9.16.2.14")
ID_TST_INFO = oid("1.2.840.113549.1.9.16.1.4")
ID_SHA1 = oid("1.3.14.3.2.26")
ID_SHA256 = oid("2.16.840.1.101.3.4.2.1")
ID_SHA384 = oid("2.16.840.1.101.3.4.2.2")
ID_SHA512 = oid("2.16.840.1.101.3.4.2.3")
ID_RSA = oid("1.2.840.113549.1.1.1")
ID_SHA256_WITH_RSA = oid("1.2.840.113549.1.1.11")
ID_EC = oid("1.2.840.10045.2.1")
ID_P256 = oid("1.2.840.10045.3.1.7")
ID_P384 = oid("1.3.132.0.34")
ID_ECDSA_SHA256 = oid("1.2.840.10045.4.3.2")
ID_ECDSA_SHA384 = oid("1.2.840.10045.4.3.3")
ID_EXTENDED_KEY_USAGE = oid("2.5.29.37")
ID_TIME_STAMPING = oid("1.3.6.1.5.5.7.3.8")
NULL = b"\x05\x00"
DIGESTS = {ID_SHA256: "sha256", ID_SHA384: "sha384", ID_SHA512: "sha512"}
CURVE_ORDER = {
    ID_P256: 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551,
    ID_P384: int("F" * 48 + "C7634D81F4372DDF581A0DB248B0A77AECEC196ACCC52973", 16),
}


class Certificate:
    """What is asked of a certificate of RFC 5280; what openssl can say is left to it."""

    def __init__(self, data):
        self.der = data
        self.fingerprint = sha256_hex(data)
        body = der_of(data).parts(0x30, 0x30, 0x03)[0].children()
        if body and body[0].tag == 0xA0:
            body = body[1:]
        tags = [part.tag for part in body[:6]]
        if tags[:2] != [0x02, 0x30] or tags[2:] != [0x30, 0x30, 0x30, 0x30]:
            raise Unreadable("no certificate")
        self.serial, _, self.issuer, validity, self.subject, self.public_key = body[:6]
        ends = validity.children()
        if len(ends) != 2:
            raise Unreadable("no certificate")
        self.begin, self.end = (der_time(end) for end in ends)
        algorithm = self.public_key.children()[0].children()
        self.key_kind = algorithm[0].whole
        self.curve = algorithm[1].whole if self.key_kind == ID_EC and len(algorithm) > 1 else None
        self.extensions = {}
        for part in body[6:]:
            if part.tag == 0xA3:
                for extension in part.only(0x30).children():
                    fields = extension.children()
                    critical = len(fields) == 3 and fields[1].content == b"\xff"
                    self.extensions[fields[0].whole] = (critical, fields[-1].content)

    def valid_at(self, seconds):
        """Both ends count."""
        return self.begin <= seconds <= self.end

    def pem(self):
        return pem_of(self.der, "CERTIFICATE")


def pem_of(data, name):
    lines = base64.encodebytes(data).decode("ascii").replace("\n", "")
    wrapped = "\n".join(lines[at : at + 64] for at in range(0, len(lines), 64))
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n" % (name, wrapped, name)


def certificates_of_pem(text):
    """All certificates of a text, each once, in their order; Unreadable where one is none, or there is none."""
    out = {}
    pattern = r"-----BEGIN CERTIFICATE-----(.+?)-----END CERTIFICATE-----"
    for match in re.finditer(pattern, text, re.DOTALL):
        try:
            data = base64.b64decode("".join(match.group(1).split()), validate=True)
        except (binascii.Error, ValueError):
            raise Unreadable("no certificate") from None
        out.setdefault(data, None)
    if not out:
        raise Unreadable("no certificate")
    return [certificate_of(data) for data in out]


def certificate_of(data):
    try:
        return Certificate(data)
    except (IndexError, ValueError):
        raise Unreadable("no certificate") from None


def der_time(part):
    """Seconds since 1970 of a UTCTime or a GeneralizedTime (fractions are kept)."""
    text = part.content.decode("latin-1")
    if part.tag == 0x17:
        match = re.fullmatch(r"(\d\d)(\d{10})()Z", text, re.ASCII)
        if match is not None:
            text = ("19" if match.group(1) >= "50" else "20") + text
    match = re.fullmatch(r"(\d{14})(\.\d+)?Z", text, re.ASCII)
    if part.tag not in (0x17, 0x18) or match is None:
        raise Unreadable("no time")
    return seconds_of(match.group(1)) + float(match.group(2) or 0)


def seconds_of(digits):
    """Seconds since 1970 of YYYYMMDDHHMMSS, UTC; Unreadable where there is no such time."""
    try:
        return calendar.timegm(datetime.datetime.strptime(digits, "%Y%m%d%H%M%S").timetuple())
    except ValueError:
        raise Unreadable("no time") from None


# --------------------------------------------------------------------------------------------------------
# openssl
#
# Signatures of seals and timestamps, and who issued whom. Answers are kept: the thousands of cases that a
# test puts to one process hold the same few seals.

ANSWERS_KEPT = 4096
VERIFY_CMS = ("cms", "-verify", "-binary", "-noverify", "-inform", "DER", "-out", os.devnull)
openssl_answers = {}
openssl_folder = None


def openssl(arguments, files):
    """Whether openssl agrees. OSError where it is not here.

    @param arguments with the names of `files` in braces in the place of their paths
    """
    global openssl_folder
    names = sorted(files)
    asked = (tuple(arguments), tuple((name, sha256(files[name])) for name in names))
    if asked in openssl_answers:
        return openssl_answers[asked]
    if openssl_folder is None:
        openssl_folder = tempfile.mkdtemp(prefix="siegel-verify-")
    for name in names:
        with open(os.path.join(openssl_folder, name), "wb") as file:
            file.write(files[name])
    command = ["openssl"] + [
        argument.format(**{name: os.path.join(openssl_folder, name) for name in names})
        for argument in arguments
    ]
    nothing = subprocess.DEVNULL
    ended = subprocess.run(command, stdin=nothing, stdout=nothing, stderr=nothing, timeout=60)
    if len(openssl_answers) >= ANSWERS_KEPT:
        openssl_answers.clear()
    openssl_answers[asked] = ended.returncode == 0
    return openssl_answers[asked]


def remove_openssl_folder():
    if openssl_folder is not None:
        shutil.rmtree(openssl_folder, ignore_errors=True)


def issued(issuer, certificate):
    """Whether the one signed the other and was allowed to: names, key identifiers, key usage."""
    arguments = ["verify", "-no_check_time", "-partial_chain", "-no-CAfile", "-no-CApath", "-no-CAstore"]
    files = {"issuer": issuer.pem().encode(), "certificate": certificate.pem().encode()}
    return openssl([*arguments, "-trusted", "{issuer}", "{certificate}"], files)


# --------------------------------------------------------------------------------------------------------
# The document: finding and reading the CMS

MOST_BYTES_OF_A_PDF = 10_000_000
MOST_BYTES_OF_A_PLACE = 65_536
MOST_BYTE_RANGES = 8
WHITE = rb"[\x09-\x0d\x20\xa0]"
BYTE_RANGE = re.compile(
    rb"/ByteRange%s*\[%s*(\d{1,10})%s+(\d{1,10})%s+(\d{1,10})%s+(\d{1,10})%s*\]" % ((WHITE,) * 6)
)
MOST_BYTES_OF_A_BYTE_RANGE = 80
MOST_ELEMENTS_OF_A_CMS = 4_000
MOST_CERTIFICATES_OF_A_CMS = 32
HEX_PAIRS = re.compile(rb"(?:[0-9a-fA-F]{2})*")


class Place:
    """One /ByteRange: where it stands, its numbers, and the bytes of the CMS that it leads to."""

    def __init__(self, data, match):
        self.at = match.start()
        self.start, self.before, self.after, self.rest = (int(number) for number in match.groups())
        self.begin = self.start + self.before
        self.inner = data[self.begin + 1 : max(self.begin + 1, min(self.after, len(data)) - 1)]
        self.cms = None
        if 1 <= len(self.inner) <= MOST_BYTES_OF_A_PLACE:
            pairs = HEX_PAIRS.match(self.inner).group()
            self.cms = first_element(bytes.fromhex(pairs.decode("ascii")))

    def covered(self, data):
        return data[self.start : self.begin] + data[self.after : self.after + self.rest]


def first_element(data):
    """These bytes up to where the element ends that they begin with, where its length can be read so."""
    if len(data) < 2 or data[0] != 0x30:
        return data
    length, begin = data[1], 2
    if length >= 0x80:
        count = length - 0x80
        if not 1 <= count <= 3 or len(data) < 2 + count:
            return data
        begin += count
        length = int.from_bytes(data[2:begin], "big")
    return data[: begin + length]


def places_of(data):
    """All that counts as a /ByteRange; the second check asks for exactly one."""
    if data.count(b"/ByteRange") > MOST_BYTE_RANGES:
        unknown("more than eight /ByteRange")
    return [
        Place(data, match)
        for match in BYTE_RANGE.finditer(data)
        if match.end() - match.start() <= MOST_BYTES_OF_A_BYTE_RANGE
    ]


class Cms:
    """The parts of a SignedData with one signer, read as strictly as the skeleton has it.

    What lies deeper than the table of the page says is not looked at; `read_deeper` does that.
    """

    def __init__(self, data, version, content_type, most_certificates):
        kind, inner = der_of(data).parts(0x06, 0xA0)
        body = inner.only(0x30).parts(0x02, 0x31, 0x30, 0xA0, 0x31)
        number, digests, content, certificates, signers = body
        if number.content != version:
            raise Unreadable("another version")
        self.kind = kind.whole
        self.digests = digests.content
        content = content.children()
        if [part.tag for part in content] != ([0x06] if content_type is None else [0x06, 0xA0]):
            raise Unreadable("other content than there should be")
        self.content_type = content[0].whole
        self.content = None if content_type is None else content[1].only(0x04).content
        self.certificates = [part.whole for part in certificates.children()]
        if not self.certificates or any(whole[0] != 0x30 for whole in self.certificates):
            raise Unreadable("no certificate")
        if len(self.certificates) > most_certificates:
            raise Unreadable("more certificates than are read")
        self.signer(signers.only(0x30).children())

    def signer(self, parts):
        tags = [part.tag for part in parts]
        if tags not in ([2, 0x30, 0x30, 0xA0, 0x30, 4], [2, 0x30, 0x30, 0xA0, 0x30, 4, 0xA1]):
            raise Unreadable("other elements in the signer than there should be")
        if parts[0].content != b"\1":
            raise Unreadable("a signer of another version")
        self.named = parts[1]
        self.signer_digest = parts[2]
        self.signed = parts[3]
        self.algorithm = parts[4]
        self.signature = parts[5].content
        self.unsigned = parts[6] if len(parts) == 7 else None
        for attributes in [parts[3], *parts[6:]]:
            attributes.children()

    def read_deeper(self):
        self.issuer, self.serial = self.named.parts(0x30, 0x02)
        self.attributes = [part.parts(0x06, 0x31) for part in self.signed.children()]
        self.token = None
        if self.unsigned is not None:
            kind, values = self.unsigned.only(0x30).parts(0x06, 0x31)
            if kind.whole != ID_TIMESTAMP_TOKEN:
                raise Unreadable("another unsigned attribute")
            self.token = values.only(0x30).whole
        return self

    def attribute(self, kind):
        """The one value of the one attribute of this kind, or None."""
        found = [values for name, values in self.attributes if name.whole == kind]
        values = found[0].children() if len(found) == 1 else []
        return values[0] if len(values) == 1 else None


def readable_cms(data):
    """The seal's CMS by the strict way, or None."""
    try:
        return Cms(data, b"\1", None, MOST_CERTIFICATES_OF_A_CMS)
    except Unreadable:
        return None


# --- The second, loose way: any SignedData in BER


def ber_elements(data):
    """[(tag, content or children, whole)] of what lies here, which is within the limits (see `bounded`)."""
    out, at = [], 0
    while at < len(data) and data[at : at + 2] != b"\0\0":
        end = ber_end(data, at, len(data), 1, [MOST_ELEMENTS_OF_A_CMS])
        tag, first = data[at], data[at + 1]
        begin = at + 2 + (first - 0x80 if first > 0x80 else 0)
        content = data[begin:end]
        out.append((tag, ber_elements(content) if tag & 0x20 else content, data[at:end]))
        at = end
    return out


def loose_certificate(data):
    """The certificate that the one signer names, in the loose way; None where nothing can be said."""
    try:
        content_info = ber_elements(bounded(data, MOST_ELEMENTS_OF_A_CMS))[0]
        kind, (_, (signed_data,), _) = content_info[1][0], content_info[1][1]
        parts = signed_data[1]
        tags = [content_info[0], signed_data[0], *(part[0] for part in parts[:3])]
        if kind[2] != ID_SIGNED_DATA or tags != [0x30, 0x30, 0x02, 0x31, 0x30]:
            return None
        certificates = [certificate_of(part[2]) for field in parts if field[0] == 0xA0 for part in field[1]]
        signers = [field for field in parts if field[0] == 0x31][-1][1]
        if len(signers) != 1:
            return None
        crls = [part for field in parts if field[0] == 0xA1 for part in field[1]]
        if any(not isinstance(part[1], list) or not part[1] for part in crls):
            return None
        named = signers[0][1][1]
        for certificate in certificates:
            if names_certificate(named, certificate):
                return certificate
    except (Unreadable, IndexError, ValueError, TypeError):
        pass
    return None


def names_certificate(named, certificate):
    """A signer's identifier: issuer and serial number, or [0] and the subject key identifier."""
    if named[0] == 0x30:
        return [part[2] for part in named[1]] == [certificate.issuer.whole, certificate.serial.whole]
    identifier = certificate.extensions.get(oid("2.5.29.14"))
    content = named[1] if isinstance(named[1], bytes) else b""
    return named[0] == 0x80 and identifier is not None and der_of(identifier[1], 4).content == content


def operators(data, certificates):
    """The one of the operator's certificates that is these bytes, or None."""
    return next((known for known in certificates if known.der == data), None)


def certificate_of_place(place, certificates):
    """(the operator's certificate that it names or None, the CMS where it was read strictly)."""
    if place.cms is None:
        return None, None
    cms = readable_cms(place.cms)
    if cms is not None:
        return operators(cms.certificates[0], certificates), cms
    loose = loose_certificate(place.cms)
    return (None if loose is None else operators(loose.der, certificates)), None


# --------------------------------------------------------------------------------------------------------
# The seal

SUB_FILTER = re.compile(rb"/SubFilter%s*/([A-Za-z0-9_.]{1,40})" % WHITE)
LEVEL = re.compile(rb"/SIEG_Level%s*/B-([TB])(?![A-Za-z0-9_])" % WHITE)
SEALED_AT = re.compile(rb"/M%s*\(D:(\d{14})(?:Z|\+00'00')" % WHITE)
CLOCKS_MAY_DIFFER = 300  # seconds


def seal_of(data, place, cms, trust):
    """The fourth check. Returns the doubts that it leaves, for the eighth."""
    window = data[max(0, place.at - 1024) : place.at + 1024] + data[place.after : place.after + 2048]
    sub_filter, level, sealed_at = (pattern.search(window) for pattern in (SUB_FILTER, LEVEL, SEALED_AT))
    if sub_filter is None or sub_filter.group(1) != b"ETSI.CAdES.detached":
        altered("another /SubFilter")
    try:
        cms.read_deeper()
        certificates = [certificate_of(part) for part in cms.certificates]
    except Unreadable:
        altered("the CMS cannot be read")
    newer = any(ID_ALGORITHM_PROTECTION in name.whole + values.whole for name, values in cms.attributes)
    covered = place.covered(data)
    if cms_anew(cms, certificates, newer, covered) != place.cms:
        altered("the CMS is not as it is written")
    if newer and not lower_s(cms.signature, certificates[0]):
        altered("the signature has another spelling")
    arguments = [*VERIFY_CMS, "-in", "{cms}", "-content", "{covered}"]
    if not openssl(arguments, {"cms": place.cms, "covered": covered}):
        altered("the signature is wrong")
    doubts = [] if newer else chain_doubts(certificates, trust)
    try:
        made = None if sealed_at is None else seconds_of(sealed_at.group(1).decode("ascii"))
    except Unreadable:
        made = None
    return doubts + times_of(cms, certificates[0], level, made, trust)


def cms_anew(cms, certificates, newer, covered):
    """The CMS as the skeleton has it, from certificates, the signature's value and the token."""
    first = certificates[0]
    rsa = first.key_kind == ID_RSA
    if not rsa and (first.key_kind != ID_EC or first.curve not in CURVE_ORDER):
        altered("a key of another kind")
    large = newer and first.curve == ID_P384
    digest = der(0x30, ID_SHA384 if large else ID_SHA256)
    if rsa:
        algorithm = [ID_SHA256_WITH_RSA, NULL]
    else:
        algorithm = [ID_ECDSA_SHA384 if large else ID_ECDSA_SHA256]
    hashed = hashlib.new("sha384" if large else "sha256", covered).digest()
    named = certificates if newer else certificates[:1]
    attributes = [
        der(0x30, ID_CONTENT_TYPE, der(0x31, ID_DATA)),
        der(0x30, ID_MESSAGE_DIGEST, der(0x31, der(0x04, hashed))),
        der(
            0x30,
            ID_SIGNING_CERTIFICATE_V2,
            der(0x31, der(0x30, der(0x30, *(der(0x30, der(0x04, sha256(one.der))) for one in named)))),
        ),
    ]
    if newer:
        protection = der(0x30, digest, der(0xA1, *algorithm))
        attributes.append(der(0x30, ID_ALGORITHM_PROTECTION, der(0x31, protection)))
    token = cms.token
    unsigned = [] if token is None else [der(0xA1, der(0x30, ID_TIMESTAMP_TOKEN, der(0x31, token)))]
    signer = der(
        0x30,
        b"\x02\x01\x01",
        der(0x30, first.issuer.whole, first.serial.whole),
        digest,
        der(0xA0, *sorted(attributes)),
        der(0x30, *algorithm),
        der(0x04, cms.signature),
        *unsigned,
    )
    signed_data = der(
        0x30,
        b"\x02\x01\x01",
        der(0x31, digest),
        der(0x30, ID_DATA),
        der(0xA0, *(one.der for one in certificates)),
        der(0x31, signer),
    )
    return der(0x30, ID_SIGNED_DATA, der(0xA0, signed_data))


def lower_s(signature, certificate):
    """Of an ECDSA signature whether its s is the lower one of the two that are valid."""
    if certificate.curve is None:
        return True
    try:
        _, s = der_of(signature).parts(0x02, 0x02)
    except Unreadable:
        return False
    return 0 < int.from_bytes(s.content, "big") <= CURVE_ORDER[certificate.curve] // 2


def chain_doubts(certificates, trust):
    """Of the older style, in which the signature names no issuer."""
    for one, issuer in zip(certificates, certificates[1:]):
        if not issued(issuer, one):
            altered("a certificate is not by the one behind it")
    last = certificates[-1]
    itself = [issued(one, one) and one.issuer.whole == one.subject.whole for one in certificates]
    if len(certificates) > 1 and itself == [False] * (len(itself) - 1) + [True]:
        return []
    if operators(last.der, trust.certificates) is not None:
        return []
    return ["the certificates do not end as they must"]


def times_of(cms, certificate, level, made, trust):
    """Timestamp, /M and the certificate's validity; returns doubts."""
    wanted = None if level is None else level.group(1)
    if (wanted == b"T" and cms.token is None) or (wanted == b"B" and cms.token is not None):
        altered("a timestamp that should not be there, or none where there should be one")
    doubts, at = [], made
    if cms.token is not None:
        if made is None:
            altered("a timestamp without /M")
        at, doubts = timestamp_of(cms, made, trust)
    in_order = cms.token is not None and not doubts
    if not in_order:
        at = made
        if made is not None and made > trust.now + CLOCKS_MAY_DIFFER:
            doubts.append("sealed in the future")
    if at is not None and not certificate.valid_at(at):
        doubts.append("the certificate was not valid then")
    return doubts


# --------------------------------------------------------------------------------------------------------
# The timestamp

ID_BASIC_CONSTRAINTS = oid("2.5.29.19")
ID_RSA_PSS = oid("1.2.840.113549.1.1.10")
TOKEN_SIGNATURES = {
    ID_RSA,
    ID_RSA_PSS,
    *(oid("1.2.840.113549.1.1.%d" % last) for last in (11, 12, 13)),
    *(oid("1.2.840.10045.4.3.%d" % last) for last in (2, 3, 4)),
}
MOST_STEPS_TO_AN_AUTHORITY = 8
MOST_ELEMENTS_OF_A_TOKEN = 1_000
MOST_CERTIFICATES_OF_A_TOKEN = MOST_STEPS_TO_AN_AUTHORITY + 1
HOUR = 3600


def timestamp_of(cms, made, trust):
    """(its time, doubts): the one doubt is that no way leads to an authority that is trusted."""
    try:
        bounded(cms.token, MOST_ELEMENTS_OF_A_TOKEN)
        token = Cms(cms.token, b"\3", ID_TST_INFO, MOST_CERTIFICATES_OF_A_TOKEN).read_deeper()
        certificates = [certificate_of(part) for part in token.certificates]
        named = [token.issuer.whole, token.serial.whole]
        signer = next(one for one in certificates if [one.issuer.whole, one.serial.whole] == named)
        at = time_in_token(token, cms.signature)
        sound = (
            token.kind == ID_SIGNED_DATA
            and token.content_type == ID_TST_INFO
            and token.token is None
            and token.digests == token.signer_digest.whole
            and signs_its_content(token)
            and names_its_signer(token, signer)
            and token.algorithm.children()[0].whole in TOKEN_SIGNATURES
            and only_for_time_stamping(signer)
        )
    except (Unreadable, StopIteration, IndexError, KeyError):
        altered("the timestamp cannot be read")
    if not sound or not openssl([*VERIFY_CMS, "-in", "{token}"], {"token": cms.token}):
        altered("the timestamp is wrong")
    authorities = trust.authorities()
    leading = leading_to(authorities, certificates, at)
    ways = list(itertools.islice(ways_to_authority([signer], leading, authorities, at), 64))
    if not ways:
        return at, ["the authority of the timestamp is not known"]
    known = {one.der for one in certificates}
    if len(known) < len(certificates) or not any(known <= {one.der for one in way} for way in ways):
        altered("a certificate of the timestamp that does not belong to it")
    if abs(at - made) > HOUR or at > trust.now + CLOCKS_MAY_DIFFER:
        altered("the timestamp is of another time")
    return at, []


def time_in_token(token, signature):
    """TSTInfo, RFC 3161: over the signature's value, SHA-256."""
    version, _, imprint, _, made = der_of(token.content).children()[:5]
    algorithm, hashed = imprint.parts(0x30, 0x04)
    if version.content != b"\1" or made.tag != 0x18:
        raise Unreadable("no TSTInfo")
    if algorithm.content not in (ID_SHA256, ID_SHA256 + NULL) or hashed.content != sha256(signature):
        raise Unreadable("a timestamp of something else")
    return der_time(made)


def signs_its_content(token):
    digest = DIGESTS[token.signer_digest.children()[0].whole]
    kind, hashed = token.attribute(ID_CONTENT_TYPE), token.attribute(ID_MESSAGE_DIGEST)
    right = der(0x04, hashlib.new(digest, token.content).digest())
    return kind is not None and kind.whole == ID_TST_INFO and hashed is not None and hashed.whole == right


def names_its_signer(token, signer):
    """signing-certificate-v2, or where there is none signing-certificate."""
    newer = any(name.whole == ID_SIGNING_CERTIFICATE_V2 for name, _ in token.attributes)
    value = token.attribute(ID_SIGNING_CERTIFICATE_V2 if newer else ID_SIGNING_CERTIFICATE)
    if value is None:
        return False
    parts = value.children()[0].children()[0].children()
    digest = "sha256" if newer else "sha1"
    if newer and parts[0].tag == 0x30:
        digest = DIGESTS[parts.pop(0).children()[0].whole]
    return parts[0].whole == der(0x04, hashlib.new(digest, signer.der).digest())


def only_for_time_stamping(signer):
    critical, purposes = signer.extensions.get(ID_EXTENDED_KEY_USAGE, (False, b""))
    return critical and purposes == der(0x30, ID_TIME_STAMPING)


def may_issue(certificate, below):
    """A CA by its basic constraints, which allow for so many CAs below it."""
    constraints = certificate.extensions.get(ID_BASIC_CONSTRAINTS)
    try:
        fields = [] if constraints is None else der_of(constraints[1]).children()
    except Unreadable:
        return False
    if not fields or fields[0].whole != b"\x01\x01\xff":
        return False
    return len(fields) == 1 or below <= int.from_bytes(fields[1].content, "big")


def leading_to(authorities, certificates, at):
    """The certificates from which, step by step, a trusted one can be reached at all.

    Where each of nine is the issuer of each, there are thousands of ways, which need not be tried in vain.
    """
    out = [one for one in certificates if any(True for _ in ways_to_authority([one], [], authorities, at))]
    for _ in certificates:
        out += [
            one
            for one in certificates
            if one not in out and any(one.issuer.whole == by.subject.whole and issued(by, one) for by in out)
        ]
    return out


def ways_to_authority(way, certificates, authorities, at):
    """Every list of certificates from the signer's to a trusted one, each by the next one and valid then."""
    last = way[-1]
    if not last.valid_at(at):
        return
    if any(last.der == authority.der for authority in authorities):
        yield way
    for authority in authorities:
        named = authority.subject.whole == last.issuer.whole
        if named and authority.valid_at(at) and issued(authority, last):
            yield [*way, authority]
    if len(way) > MOST_STEPS_TO_AN_AUTHORITY:
        return
    for one in certificates:
        if one.subject.whole != last.issuer.whole or any(one.der == before.der for before in way):
            continue
        if may_issue(one, len(way) - 1) and issued(one, last):
            yield from ways_to_authority([*way, one], certificates, authorities, at)


# --------------------------------------------------------------------------------------------------------
# Check five, and the attachments


def covers_everything(data, place):
    """The seal covers every byte of the file but its own place, and that is written in one way only."""
    digits = place.cms.hex().encode("ascii")
    rest = place.inner[len(digits) :]
    return (
        place.start == 0
        and data[place.begin : place.begin + 1] == b"<"
        and data[place.after - 1 : place.after] == b">"
        and place.begin < place.after - 1
        and place.inner == digits + b"0" * len(rest)
        and len(rest) % 2 == 0
        and place.after + place.rest == len(data)
    )


MOST_BYTES_OF_AN_ATTACHMENT = 5_000_000
END_OF_FILE = re.compile(rb"startxref%s+(\d+)%s+%%%%EOF%s*\Z" % ((WHITE,) * 3))
EMBEDDED = re.compile(rb"/EF%s*<<%s*/F (\d+) 0 R" % ((WHITE,) * 2))


def objects_of(data):
    """{number: bytes} of a PDF of the simplest kind, in the order in which they stand in the file."""
    end = END_OF_FILE.search(data[-64:])
    if end is None:
        altered("the file does not end as it must")
    table = int(end.group(1))
    head = re.compile(rb"xref\r?\n0 (\d{1,7})\r?\n").match(data, table)
    if head is None or head.end() + 20 * int(head.group(1)) > len(data):
        altered("no table of objects")
    count, begin = int(head.group(1)), head.end()
    behind = data[begin + 20 * count :]
    if not behind.startswith(b"trailer") or b"/Prev" in behind:
        altered("another trailer than there should be")
    places = []
    for number in range(1, count):
        digits = data[begin + 20 * number : begin + 20 * number + 10]
        if not digits.isdigit() or not data.startswith(b"%d 0 obj" % number, int(digits)):
            altered("an object is not where it should be")
        places.append((int(digits), number))
    places.sort()
    ends = [at for at, _ in places[1:]] + [table]
    return {number: data[at:end] for (at, number), end in zip(places, ends)}


def attachment_of(objects, name):
    """The content of the attachment of this name; the file is altered where there is none."""
    wanted = b"(" + name.encode("ascii") + b")"
    for content in objects.values():
        first = content[:512]
        if b"/Type /Filespec" in first and wanted in first:
            break
    else:
        altered("no attachment " + name)
    embedded = EMBEDDED.search(first)
    stream = objects.get(int(embedded.group(1))) if embedded is not None else None
    if stream is None:
        altered("an attachment without content: " + name)
    dictionary, mark, rest = stream.partition(b"\nstream\n")
    length = re.search(rb"/Length (\d{1,10})", dictionary)
    if not mark or length is None or int(length.group(1)) > len(rest):
        altered("an attachment that cannot be read: " + name)
    content = rest[: int(length.group(1))]
    return inflated(content, name) if b"/FlateDecode" in dictionary else content


def inflated(content, name):
    reader = zlib.decompressobj()
    try:
        out = reader.decompress(content, MOST_BYTES_OF_AN_ATTACHMENT + 1)
    except zlib.error:
        altered("an attachment that cannot be unpacked: " + name)
    if len(out) > MOST_BYTES_OF_AN_ATTACHMENT or not reader.eof:
        altered("an attachment that is too long, or cut off: " + name)
    return out


# --------------------------------------------------------------------------------------------------------
# Hashes of events

TYPE = re.compile(r"(.+)\.v([1-9]\d{0,3})", re.ASCII | re.DOTALL)


def content_hash(blind, identifier, kind, core, data):
    """`content` of an event of format 2."""
    return sha256_hex(framed("content", "2", blind, identifier, kind, core, data))


def event_hash(stream, revision, content, previous):
    """`hash` of an event of format 2."""
    return sha256_hex(framed("event", "2", stream, str(revision), content, previous))


def event_hash_1(stream, revision, identifier, kind, core, data, previous):
    """`hash` of an event of format 1."""
    return sha256_hex(framed("event", "1", stream, str(revision), identifier, kind, core, data, previous))


def commitment_of(salt, committed):
    """The commitment that 32 bytes of salt and this object open; Unreadable where the salt is none."""
    return sha256_hex(from_base64(salt, 32) + text_bytes(canonical(committed)))


# --------------------------------------------------------------------------------------------------------
# The evidence

MOST_UNITS_OF_EVIDENCE = 5_000_000
MOST_DEPTH_OF_EVIDENCE = 32
SHOWN = {
    "NdaCreated",
    "Party1Signed",
    "SigningMadeRemote",
    "SigningMadeInPerson",
    "Party2Invited",
    "Party1AddressCorrected",
    "Party2AddressCorrected",
    "InvitationSent",
    "InvitationOpened",
    "Party2Signed",
    "NdaCompleted",
}
ONCE = ("NdaCreated", "Party1Signed", "Party2Signed", "NdaCompleted")
SHAPES = {
    "shown": {"revision", "id", "type", "core", "data", "blind", "content", "previousHash", "hash"},
    "withheld": {"revision", "content", "previousHash", "hash"},
    "shown-1": {"revision", "id", "type", "core", "data", "previousHash", "hash", "format"},
    "withheld-1": {"revision", "hash", "format"},
}
MEMBERS = {
    "evidence": {
        "format", "about", "ndaId", "stream", "asOfRevision", "events", "agreement", "language", "parties",
        "completedAt",
    },
    "agreement": {"document", "hash", "templateVersion"},
    "party": {
        "party", "role", "name", "company", "signedAt", "channel", "signatureKind", "signatureHash",
        "signatureFile", "consent",
    },
    "consent": {"language", "text", "wording"},
    "disclosed": {"personal", "salt"},
}
ON_THIS_DEVICE = {"de": "auf diesem Gerät ", "en": "on this device "}
CONSENT = {
    "de": "Ich habe die Vereinbarung gelesen und bin mit ihr einverstanden. Mir ist bekannt, dass ich sie "
    "{}mit einer einfachen elektronischen Signatur verbindlich unterschreibe.",
    "en": "I have read the agreement and I agree to it. I understand that I sign it bindingly {}with a "
    "simple electronic signature.",
}


ABSENT = object()  # equal to nothing else, while None is what null is read as


def must(holds, reason):
    if not holds:
        altered(reason)


def member(value, name, kind, reason):
    """A member that must be there and be of this kind."""
    found = value.get(name) if isinstance(value, dict) else None
    must(isinstance(found, kind) and not (kind is not bool and isinstance(found, bool)), reason)
    return found


def states_fate(name, version, open_part):
    """Whether the mail of an invitation has a fate; version 1 has none."""
    if name != "InvitationSent" or version == "1":
        return True
    return open_part.get("fate") in ("accepted", "unknown")


class Shown:
    """An event that is shown, with its JSON read."""

    def __init__(self, event, core, data, format_1):
        name, version = TYPE.fullmatch(event["type"]).groups()
        self.name = name
        self.version = int(version)
        self.revision = event["revision"]
        self.format_1 = format_1
        self.at = core["at"]
        self.open = data["open"]
        self.disclosed = event.get("disclosed")

    @property
    def personal(self):
        return {} if self.disclosed is None else self.disclosed["personal"]


class Evidence:
    """What is read of an evidence.json that holds; Verdict `altered` where it does not.

    @param pictures of both signatures, or None where there are none
    """

    def __init__(self, text, pictures):
        self.in_part = False
        must(units(text) <= MOST_UNITS_OF_EVIDENCE, "the evidence is too long")
        try:
            value = parse_object(text)
        except Unreadable:
            altered("the evidence is no JSON object")
        must(depth_within(value, MOST_DEPTH_OF_EVIDENCE), "the evidence lies too deep")
        self.first_format = value.get("format") == "siegel-evidence/1"
        must(self.first_format or value.get("format") == "siegel-evidence/2", "evidence of another format")
        if not self.first_format:
            must(canonical_or_none(value) == text, "the evidence is no canonical JSON")
            self.members(value)
            about = member(value, "about", list, "about")
            must(all(isinstance(line, str) for line in about), "about is no list of texts")
        self.value = value
        self.stream = member(value, "stream", str, "stream")
        of_this = "nda-" + member(value, "ndaId", str, "ndaId")
        must(self.stream == of_this, "another stream than the agreement's")
        self.shown = []
        self.chain()
        self.roles()
        self.agreement()
        parties = member(value, "parties", list, "parties")
        must(len(parties) >= 2 and (self.first_format or len(parties) == 2), "not two parties")
        for number, party in enumerate(parties[:2], 1):
            self.party(number, party, None if pictures is None else pictures[number - 1])
        if not self.first_format:
            self.link()
        must(value.get("completedAt") == self.once["NdaCompleted"].at, "completed at another time")

    def members(self, value):
        """Each object has exactly the members that are named."""

        def exactly(part, kind):
            right = isinstance(part, dict) and set(part) == MEMBERS[kind]
            must(right, "other members than there should be: " + kind)

        exactly(value, "evidence")
        exactly(value["agreement"], "agreement")
        for party in value["parties"] if isinstance(value["parties"], list) else []:
            exactly(party, "party")
            exactly(party["consent"], "consent")
        for event in value["events"] if isinstance(value["events"], list) else []:
            if isinstance(event, dict) and "disclosed" in event:
                exactly(event["disclosed"], "disclosed")

    def shape(self, event):
        must(isinstance(event, dict), "an event that is none")
        names = set(event) - {"disclosed"}
        if self.first_format:
            must(names >= SHAPES["shown-1"] - {"format"}, "an event of another shape")
            shape = "shown-1"
        else:
            shape = next((shape for shape, members in SHAPES.items() if members == names), None)
            must(shape is not None, "an event of another shape")
            must("disclosed" not in event or shape.startswith("shown"), "a withheld event that discloses")
            must("format" not in event or number_is(event["format"], 1), "another format")
        for name in SHAPES[shape] - {"revision", "format"}:
            must(isinstance(event[name], str), "a member of an event that is no text")
        must(isinstance(event.get("disclosed", {}), dict), "disclosed is no object")
        return shape

    def chain(self):
        """The events: their hashes, one after the other, and what each that is shown says."""
        events = member(self.value, "events", list, "events")
        as_of = self.value.get("asOfRevision")
        must(number_is(as_of, len(events) - 1), "not as many events as there should be")
        previous, before = ZEROS, ""
        for revision, event in enumerate(events):
            shape = self.shape(event)
            must(number_is(event["revision"], revision), "a revision that is not its place")
            must(event.get("previousHash", previous) == previous, "an event that does not follow")
            previous = event["hash"]
            if shape == "withheld-1":
                must(is_hash(previous), "a hash that is none")
                self.in_part = True
                continue
            if shape == "shown-1":
                wanted = event_hash_1(
                    self.stream, revision, event["id"], event["type"], event["core"], event["data"],
                    event["previousHash"],
                )
            else:
                if shape == "shown":
                    of_event = (event["blind"], event["id"], event["type"], event["core"], event["data"])
                    must(content_hash(*of_event) == event["content"], "another content")
                wanted = event_hash(self.stream, revision, event["content"], event["previousHash"])
            must(wanted == event["hash"], "another hash")
            if shape.startswith("shown"):
                shown = self.read(event, shape == "shown-1")
                must(utf16_order(before) <= utf16_order(shown.at), "an event before the one before it")
                before = shown.at
                self.shown.append(shown)

    def read(self, event, format_1):
        match = TYPE.fullmatch(event["type"])
        may_be_shown = match is not None and (self.first_format or match.group(1) in SHOWN)
        must(may_be_shown, "an event that is never shown")
        try:
            core, data = parse_object(event["core"]), parse_object(event["data"])
        except Unreadable:
            altered("core or data is no JSON object")
        number = core.get("format")
        if not self.first_format:
            must(number_is(number, 1 if format_1 else 2), "core is of another format")
        must(is_time(core.get("at")), "a time that is none")
        open_part = member(data, "open", dict, "no open part")
        if not self.first_format:
            must(states_fate(*match.groups(), open_part), "the mail of an invitation without its fate")
        if self.first_format:
            single = number_is(number, 1)
        else:
            single = format_1
        commitments = data.get("commitments")
        commitment = data.get("commitment") if single else None
        if not single and isinstance(commitments, dict):
            commitment = commitments.get("personal")
        self.disclosure(event, commitment if isinstance(commitment, str) else None, format_1, match.group(1))
        return Shown(event, core, data, format_1)

    def disclosure(self, event, commitment, format_1, name):
        disclosed = event.get("disclosed")
        if disclosed is None:
            required = name == "NdaCreated" if format_1 else commitment is not None
            must(not required, "something is not disclosed")
            return
        personal = member(disclosed, "personal", dict, "no personal part")
        try:
            opened = commitment_of(disclosed.get("salt"), {"personal": personal})
        except Unreadable:
            altered("a disclosure that cannot be read")
        must(opened == commitment, "disclosed is something else than what was committed to")

    def roles(self):
        self.once = {}
        for name in ONCE:
            found = [shown for shown in self.shown if shown.name == name]
            must(len(found) == 1, "not exactly one " + name)
            self.once[name] = found[0]
        created, one, two, completed = (self.once[name].revision for name in ONCE)
        must(created == 0 and one < two and completed == two + 1, "events in another order")

    def agreement(self):
        agreement = member(self.value, "agreement", dict, "no agreement")
        document = member(agreement, "document", str, "no document")
        version = member(agreement, "templateVersion", str, "no version of the template")
        hashed = sha256_hex(text_bytes(document))
        must(agreement.get("hash") == hashed, "another document than the hash says")
        created = self.once["NdaCreated"]
        if created.version == 1:
            must(created.open.get("agreementHash") == hashed, "another agreement was created")
            commitment = sha256_hex(bytes.fromhex(hashed))
        else:
            must(created.personal.get("agreementHash") == hashed, "another agreement was created")
            try:
                salt = from_base64(created.personal.get("agreementSalt"), 32)
            except Unreadable:
                altered("a salt that is none")
            commitment = sha256_hex(salt + bytes.fromhex(hashed))
            must(created.open.get("agreementCommitment") == commitment, "another agreement was committed to")
        for name in ONCE[1:]:
            event = self.once[name]
            named = event.open.get("agreementHash" if event.version == 1 else "agreementCommitment")
            must(named == (hashed if event.version == 1 else commitment), "another agreement: " + name)
        for name in ONCE[:3]:
            must(self.once[name].open.get("templateVersion") == version, "another template: " + name)
        try:
            self.document = parse_object(document)
        except Unreadable:
            altered("the document is no JSON object")
        language = member(self.value, "language", str, "no language")
        must(self.document.get("templateVersion") == version, "the document is of another template")
        must(self.document.get("language") == language, "the document is in another language")
        must(created.open.get("language") == language, "created in another language")

    def party(self, number, party, picture):
        signed = self.once["Party%dSigned" % number]
        created = self.once["NdaCreated"].personal
        listed = member(self.document, "parties", list, "no parties in the document")
        listed = listed[number - 1] if len(listed) >= number else None
        must(isinstance(listed, dict), "too few parties in the document")
        must(isinstance(party, dict) and number_is(party.get("party"), number), "another party")
        role = ("discloser", "recipient")[number - 1]
        must(party.get("role") == role and listed.get("role") == role, "another role")
        name = member(party, "name", str, "no name")
        must(name == listed.get("name") and name == created.get("party%dName" % number), "another name")
        company = party.get("company")
        must(company is None or isinstance(company, str), "a company that is none")
        recorded = created.get("party%dCompany" % number)
        must(company == listed.get("company") and company == recorded, "another company")
        must(party.get("signedAt") == signed.at, "signed at another time")
        channel = "in-person" if number == 1 else member(signed.open, "channel", str, "no channel")
        must(party.get("channel") == channel, "another channel")
        hashed = member(party, "signatureHash", str, "no hash of a signature")
        if signed.disclosed is not None:
            must(signed.personal.get("signatureHash") == hashed, "another signature")
        else:
            self.in_part = True
        if self.first_format:
            return
        must(picture is None or sha256_hex(picture) == hashed, "another picture of a signature")
        must(party["signatureFile"] == "signature-%d.png" % number, "another name of a picture")
        kind = None if signed.version == 1 else signed.open.get("signatureKind", ABSENT)
        must(kind in (None, "drawn", "typed") and party["signatureKind"] == kind, "another kind of signature")
        self.consent(party["consent"], signed, number == 2 and channel == "in-person")

    def consent(self, consent, signed, on_this_device):
        wording, language, text = consent["wording"], consent["language"], consent["text"]
        recorded = None if signed.version == 1 else signed.open.get("consentLanguage", ABSENT)
        same = isinstance(wording, str) and wording == signed.open.get("consentWording")
        must(same, "another wording of a consent")
        must(language is None or isinstance(language, str), "a language that is none")
        must(language == recorded, "a consent in another language")
        wanted = None
        if language is not None:
            must(wording == "v1" and language in CONSENT, "a consent that is not known")
            wanted = CONSENT[language].format(ON_THIS_DEVICE[language] if on_this_device else "")
        must(text == wanted, "another text of a consent")

    def link(self):
        """Signed through a link: it is the last one that was sent."""
        signed = self.once["Party2Signed"]
        if signed.open.get("channel") != "remote":
            return
        tokens = [
            shown.open["tokenHash"]
            for shown in self.shown
            if shown.name in ("Party2Invited", "Party2AddressCorrected")
            and shown.revision < signed.revision
            and isinstance(shown.open.get("tokenHash"), str)
        ]
        must(tokens and signed.open.get("tokenHash") == tokens[-1], "signed through another link")


def canonical_or_none(value):
    try:
        return canonical(value)
    except Unreadable:
        return None


# --------------------------------------------------------------------------------------------------------
# The order of checks of a document


class Trust:
    """What is trusted without proof: certificates, keys, authorities of timestamps, and the clock.

    @param certificates a list, or None where none were given
    @param keys a set of (key id, public key), or None where none were given
    """

    def __init__(self, certificates=None, keys=None, authorities=()):
        self.certificates = certificates
        self.keys = keys
        self.given_authorities = list(authorities)
        self.now = time.time()
        self.all_authorities = None

    def authorities(self):
        """Those that were given, and those that this machine trusts."""
        if self.all_authorities is None:
            self.all_authorities = self.given_authorities + authorities_of_this_machine()
        return self.all_authorities


def authorities_of_this_machine():
    import ssl

    out = []
    for data in ssl.create_default_context().get_ca_certs(binary_form=True):
        try:
            out.append(certificate_of(data))
        except Unreadable:
            continue
    return out


class Document:
    """A document of record that holds; Verdict where it does not."""

    def __init__(self, data, trust):
        if len(data) > MOST_BYTES_OF_A_PDF or b"%PDF-" not in data[:1024]:
            unknown("no PDF, or too large")
        places = places_of(data)
        if not places:
            unknown("no seal")
        if len(places) > 1:
            if any(certificate_of_place(place, trust.certificates)[0] is not None for place in places):
                altered("more than one /ByteRange")
            unknown("more than one /ByteRange")
        certificate, cms = certificate_of_place(places[0], trust.certificates)
        if certificate is None:
            unknown("not sealed with a certificate of the operator")
        if cms is None:
            altered("the CMS is not written as it must be")
        doubts = seal_of(data, places[0], cms, trust)
        must(covers_everything(data, places[0]), "the seal does not cover everything")
        objects = objects_of(data)
        text = attachment_of(objects, "evidence.json").decode("utf-8", "replace")
        pictures = None
        if not is_evidence_1(text):
            pictures = [attachment_of(objects, "signature-%d.png" % number) for number in (1, 2)]
        self.certificate = certificate
        self.text = text
        self.evidence = Evidence(text, pictures)
        if doubts:
            unknown("; ".join(doubts))


def is_evidence_1(text):
    try:
        return parse_object(text).get("format") == "siegel-evidence/1"
    except Unreadable:
        return False


# --------------------------------------------------------------------------------------------------------
# Receipts, checkpoints, keys

SIGNATURES_KEPT = 100_000
signatures_known = set()


def key_id(key):
    return sha256_hex(b"vault/signing-key-id/v1\0" + key)[:16]


def signed_by(key, value, name):
    """Whether the member of this name is the key's signature over the canonical JSON of all others."""
    try:
        signature = from_base64(value[name], 64)
        message = text_bytes(canonical({other: value[other] for other in value if other != name}))
    except Unreadable:
        return False
    # The thousands of cases that a test puts to one process hold the same few signatures.
    known = sha256(framed(key, signature, message))
    if known in signatures_known:
        return True
    if not ed_verify(key, message, signature):
        return False
    if len(signatures_known) >= SIGNATURES_KEPT:
        signatures_known.clear()
    signatures_known.add(known)
    return True


# --------------------------------------------------------------------------------------------------------
# The bundle: what it may end with


class Found(Exception):
    """The first check of a bundle that did not hold."""

    def __init__(self, kind, at=None):
        super().__init__(kind)
        self.kind = kind
        self.at = at


KINDS = {  # what it means, and the verdict; both as in the table of kinds
    "not_a_bundle": ("unknown", "The file is no bundle"),
    "too_large": ("unknown", "It is larger than any bundle"),
    "unknown_format": ("unknown", "It is a bundle of another format"),
    "too_many_events": ("unknown", "It has more events than any bundle"),
    "consistent_in_itself": ("unknown", "Everything fits together; who made it is not known"),
    "key_unknown": ("unknown", "Everything fits together; a key is none of those that you trust"),
    "certificate_unknown": ("unknown", "The same of a certificate"),
    "cut_off": ("broken", "The end of the file is missing"),
    "trailing_bytes": ("broken", "There is something behind the end"),
    "hidden_bytes": ("broken", "There is something between the files"),
    "overlapping": ("broken", "Two files share bytes, or one is longer than its place"),
    "zip64": ("broken", "The ZIP uses what a bundle never uses"),
    "encrypted": ("broken", "The ZIP uses what a bundle never uses"),
    "data_descriptor": ("broken", "The ZIP uses what a bundle never uses"),
    "compressed": ("broken", "The ZIP uses what a bundle never uses"),
    "zip_broken": ("broken", "The ZIP is not in the one spelling"),
    "bad_name": ("broken", "A file has a name that no file of a bundle can have, such as a path"),
    "duplicate_file": ("broken", "The files are not those of a bundle"),
    "extra_file": ("broken", "The files are not those of a bundle"),
    "missing_file": ("broken", "The files are not those of a bundle"),
    "files_out_of_order": ("broken", "The files are not those of a bundle"),
    "too_many_files": ("broken", "The files are not those of a bundle"),
    "file_too_large": ("broken", "A file in it is larger than in any bundle"),
    "too_many_values": ("broken", "A file in it has more values than in any bundle"),
    "crc_wrong": ("broken", "A file is not as it was packed"),
    "file_changed": ("broken", "A file is not the one that the manifest names"),
    "readme_wrong": ("broken", "README.txt is another one"),
    "unreadable": ("broken", "A file or line has not the spelling or the shape that it must have"),
    "other_stream": ("broken", "An event is of another agreement"),
    "event_missing": ("broken", "An event is missing, there again, or at another's place"),
    "event_doubled": ("broken", "An event is missing, there again, or at another's place"),
    "order_broken": ("broken", "An event is missing, there again, or at another's place"),
    "event_altered": ("broken", "An event does not fit its own hash"),
    "chain_broken": ("broken", "An event does not follow the one before it"),
    "time_runs_back": ("broken", "An event is older than the one before it"),
    "opening_missing": ("broken", "What is disclosed is not all, or not what was committed to"),
    "opening_wrong": ("broken", "What is disclosed is not all, or not what was committed to"),
    "agreement_wrong": (
        "broken",
        "The text is not the one that was signed, or two events name different ones",
    ),
    "document_wrong": ("broken", "The document is not the one that was sealed"),
    "certificate_wrong": ("broken", "The certificates are not those that the events name"),
    "receipt_missing": ("broken", "A receipt is missing, is of something else, or was not signed by its key"),
    "receipt_wrong": ("broken", "A receipt is missing, is of something else, or was not signed by its key"),
    "receipt_signature_wrong": (
        "broken",
        "A receipt is missing, is of something else, or was not signed by its key",
    ),
    "key_missing": ("broken", "The keys are not those that are named"),
    "key_wrong": ("broken", "The keys are not those that are named"),
    "checkpoint_signature_wrong": ("broken", "The checkpoint was not signed by its key"),
    "proof_missing": ("broken", "An event is not shown to be in the log"),
    "proof_wrong": ("broken", "An event is not shown to be in the log"),
    "consistency_wrong": ("broken", "A checkpoint that a receipt names is not the beginning of this one"),
}


def holds(condition, kind, at=None):
    if not condition:
        raise Found(kind, at)


# --------------------------------------------------------------------------------------------------------
# The file

MOST_BYTES_OF_A_BUNDLE = 134_217_728
MOST_FILES = 64
FILES = {  # in the order of a bundle: whether it is always there
    "manifest.json": True,
    "events.jsonl": True,
    "openings.json": True,
    "agreement.json": False,
    "document.pdf": False,
    "receipts.json": True,
    "proofs.json": True,
    "checkpoint.json": True,
    "keys.json": True,
    "certificates.pem": True,
    "README.txt": True,
}
MOST_BYTES_OF_A_FILE = {  # the manifest has a limit of its own
    "events.jsonl": 50_000_000,
    "openings.json": 25_000_000,
    "agreement.json": 1_000_000,
    "document.pdf": 10_000_000,
    "receipts.json": 5_000_000,
    "proofs.json": 30_000_000,
    "checkpoint.json": 30_000_000,
    "keys.json": 64_000,
    "certificates.pem": 64_000,
    "README.txt": 10_000,
}
PLACE_OF_FILE = {name: place for place, name in enumerate(FILES)}
LOCAL, CENTRAL, END, END_64 = b"PK\3\4", b"PK\1\2", b"PK\5\6", b"PK\6\7"
NAME = re.compile(rb"[A-Za-z0-9][A-Za-z0-9.-]{0,31}")


def local_header(name, crc, size):
    numbers = struct.pack("<HHHHHIIIHH", 10, 0, 0, 0, 0x21, crc, size, size, len(name), 0)
    return LOCAL + numbers + name


def central_header(name, crc, size, offset):
    numbers = (10, 10, 0, 0, 0, 0x21, crc, size, size, len(name), 0, 0, 0, 0, 0, offset)
    return CENTRAL + struct.pack("<HHHHHHIIIHHHHHII", *numbers) + name


def files_of(data):
    """{name: content} of a bundle, by the checks of the file. Nothing is unpacked."""
    holds(len(data) <= MOST_BYTES_OF_A_BUNDLE, "too_large")
    begins = data[:4] == LOCAL and data[26:28] == b"\x0d\0" and data[30:43] == b"manifest.json"
    holds(begins, "not_a_bundle")
    count, offset, end = end_of(data)
    headers = central_headers(data, count, offset, end)
    for header in headers:
        check_size(header)
    files, ended = {}, 0
    for header in headers:
        name, content, ended = file_of(data, header, offset, ended, files)
        files[name] = content
    holds(ended == offset, "hidden_bytes")
    for name, always in FILES.items():
        holds(not always or name in files, "missing_file", name)
    return files


def check_size(header):
    """No content is read before each header states a size that its file may have."""
    (size, name_length) = struct.unpack("<IH", header[24:30])
    name = header[46 : 46 + name_length].decode("latin-1")
    holds(size <= MOST_BYTES_OF_A_FILE.get(name, size), "file_too_large", name)


def end_of(data):
    """(number of files, offset of the central headers, where they end)."""
    end = data.rfind(END)
    holds(end >= 0 and len(data) - end >= 22, "cut_off")
    holds(len(data) - end == 22, "trailing_bytes")
    disk, of_directory, here, count, size, offset, comment = struct.unpack("<HHHHIIH", data[end + 4 :])
    large = 0xFFFF in (disk, of_directory, here, count) or 0xFFFFFFFF in (size, offset)
    holds(data[end - 20 : end - 16] != END_64 and not large, "zip64")
    simple = disk == of_directory == 0 and here == count != 0 and comment == 0 and offset + size == end
    holds(simple, "zip_broken")
    holds(count <= MOST_FILES, "too_many_files")
    return count, offset, end


def central_headers(data, count, offset, end):
    """The bytes of each, which together fill the place that they have."""
    headers, at = [], offset
    for _ in range(count):
        holds(data[at : at + 4] == CENTRAL and at + 46 <= end, "zip_broken")
        following = at + 46 + sum(struct.unpack("<HHH", data[at + 28 : at + 34]))
        headers.append(data[at:following])
        at = following
    holds(at == end, "zip_broken")
    return headers


def file_of(data, header, directory, ended, files):
    """(name, content, where it ends) of a central header. `files`: those in front of it."""
    flags, method, _, _, crc, first_size, size = struct.unpack("<HHHHIII", header[8:28])
    name_length, extra_length = struct.unpack("<HH", header[28:32])
    (offset,) = struct.unpack("<I", header[42:46])
    raw = header[46 : 46 + name_length]
    extra = header[46 + name_length : 46 + name_length + extra_length]
    holds(NAME.fullmatch(raw) is not None, "bad_name")
    name = raw.decode("ascii")
    holds(flags & (1 << 0 | 1 << 6 | 1 << 13) == 0, "encrypted", name)
    holds(flags & 1 << 3 == 0, "data_descriptor", name)
    holds(method == 0, "compressed", name)
    holds(0xFFFFFFFF not in (first_size, size, offset) and extra[:2] != b"\1\0", "zip64", name)
    holds(name not in files, "duplicate_file", name)
    holds(name in FILES, "extra_file", name)
    last = max((PLACE_OF_FILE[before] for before in files), default=-1)
    holds(PLACE_OF_FILE[name] > last, "files_out_of_order", name)
    holds(offset >= ended, "overlapping", name)
    holds(offset <= ended, "hidden_bytes", name)
    begin = offset + 30 + name_length
    holds(begin + size <= directory, "overlapping", name)
    holds(header == central_header(raw, crc, size, offset), "zip_broken", name)
    holds(data[offset:begin] == local_header(raw, crc, size), "zip_broken", name)
    content = data[begin : begin + size]
    holds(zlib.crc32(content) == crc, "crc_wrong", name)
    return name, content, begin + size


# --------------------------------------------------------------------------------------------------------
# Spelling, and the shapes

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
KEY_ID = re.compile(r"[0-9a-f]{16}")
EVENT_TYPE = re.compile(r"([A-Za-z][A-Za-z0-9]*)\.v([1-9][0-9]{0,3})")
CHECKPOINT_NAME = re.compile(r"(0|[1-9][0-9]{0,15}):([0-9a-f]{64})")
PARTS = ("personal", "origin", "whole")
STATES = ("opened", "withheld", "erased", "key_missing")


def is_text(value):
    """Any text, but none with a lone surrogate."""
    return isinstance(value, str) and (value.isascii() or SURROGATE.search(value) is None)


def matches(pattern):
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


is_uuid = matches(UUID)
is_key_id = matches(KEY_ID)
is_spelled_time = matches(TIME)


def is_stream(value):
    return isinstance(value, str) and value.startswith("nda-") and is_uuid(value[4:])


def is_base64(length=None):
    def check(value):
        try:
            from_base64(value, length)
        except Unreadable:
            return False
        return True

    return check


def is_checkpoint_name(value):
    match = CHECKPOINT_NAME.fullmatch(value) if isinstance(value, str) else None
    return match is not None and int(match.group(1)) < 2**53


def nullable(check):
    return lambda value: value is None or check(value)


def one_of(*values):
    return lambda value: isinstance(value, str) and value in values


def list_of(check):
    return lambda value: isinstance(value, list) and all(map(check, value))


def object_of(**members):
    """An object with exactly these members, each with its check."""
    names = members.keys()
    return lambda value: (
        isinstance(value, dict)
        and value.keys() == names
        and all(check(value[name]) for name, check in members.items())
    )


def either(*checks):
    return lambda value: any(check(value) for check in checks)


MANIFEST = object_of(
    files=list_of(object_of(name=is_text, sha256=is_hash, size=is_count)),
    format=one_of("siegel-bundle/1"),
    stream=is_stream,
)
EVENT = object_of(
    data=is_base64(), id=is_uuid, metadata=is_base64(), revision=is_count, stream=is_text, type=is_text
)
OPENINGS = list_of(
    either(
        object_of(
            part=one_of(*PARTS), revision=is_count, salt=is_base64(32), state=one_of("opened"), text=is_text
        ),
        object_of(part=one_of(*PARTS), revision=is_count, state=one_of(*STATES[1:])),
    )
)
RECEIPTS = list_of(
    object_of(
        at=is_spelled_time,
        eventHash=is_hash,
        keyId=is_key_id,
        lastCheckpoint=nullable(is_checkpoint_name),
        revision=is_count,
        signature=is_base64(64),
        stream=is_text,
    )
)
PROOFS = list_of(object_of(index=is_count, proof=list_of(is_hash)))
CHECKPOINT = object_of(
    checkpoint=object_of(
        at=is_spelled_time, keyId=is_key_id, root=is_hash, signature=is_base64(64), size=is_count
    ),
    consistency=list_of(object_of(checkpoint=is_checkpoint_name, proof=list_of(is_hash))),
)
KEYS = list_of(object_of(keyId=is_key_id, publicKey=is_base64(32)))
JSON_FILES = {
    "openings.json": OPENINGS,
    "receipts.json": RECEIPTS,
    "proofs.json": PROOFS,
    "checkpoint.json": CHECKPOINT,
    "keys.json": KEYS,
}


def spelled(value):
    """Canonical JSON of a value that has its shape: members are ASCII, numbers whole, no lone surrogates."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return text.encode("utf-8")


MOST_VALUES_OF_A_FILE = {
    "openings.json": 100_000,
    "receipts.json": 70_000,
    "proofs.json": 450_000,
    "checkpoint.json": 450_000,
}
MOST_EVENTS = 10_000
MOST_VALUES_OF_A_LINE = 10
MOST_VALUES_OF_A_TEXT = 1_000
TEXTS_OR_MARKS = re.compile(rb'(?:"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z))+|([,\[{])', re.DOTALL)


def has_few_values(data, most):
    """Whether JSON has at most so many commas, and at most so many brackets that open, outside its texts."""
    if data.count(b",") <= most and data.count(b"[") + data.count(b"{") <= most:
        return True
    commas = brackets = 0
    for match in TEXTS_OR_MARKS.finditer(data):
        mark = match.group(1)
        commas += mark == b","
        brackets += mark is not None and mark != b","
        if commas > most or brackets > most:
            return False
    return True


def read_spelled(data, shape, at):
    """The value of a JSON file or of a line without its line feed, in its one spelling."""
    try:
        value = parse_json(data.decode("utf-8"))
    except (UnicodeDecodeError, Unreadable):
        raise Found("unreadable", at) from None
    holds(shape(value) and spelled(value) == data, "unreadable", at)
    return value


def read_json_file(data, shape, name):
    most = MOST_VALUES_OF_A_FILE.get(name)
    holds(most is None or has_few_values(data, most), "too_many_values", name)
    holds(data[-1:] == b"\n", "unreadable", name)
    return read_spelled(data[:-1], shape, name)


def read_lines(data, shape, name):
    """The values of a file of lines."""
    holds(data.count(b"\n") + (data[-1:] not in (b"", b"\n")) <= MOST_EVENTS, "too_many_events", name)
    lines = data.split(b"\n")
    out = []
    for number, line in enumerate(lines[:-1]):
        at = "%s:%d" % (name, number)
        holds(has_few_values(line, MOST_VALUES_OF_A_LINE), "unreadable", at)
        out.append(read_spelled(line, shape, at))
    holds(lines[-1] == b"", "unreadable", "%s:%d" % (name, len(out)))
    return out


PEM_BEGIN, PEM_END = b"-----BEGIN CERTIFICATE-----", b"-----END CERTIFICATE-----"


def read_certificates(data):
    """The bytes of each certificate, in the one spelling of PEM."""
    name = "certificates.pem"
    lines = data.split(b"\n")
    holds(lines.pop() == b"", "unreadable", name)
    out, body = [], None
    for line in lines:
        if body is None:
            holds(line == PEM_BEGIN, "unreadable", name)
            body = []
        elif line == PEM_END:
            holds(body and all(len(full) == 64 for full in body[:-1]), "unreadable", name)
            try:
                out.append(from_base64(b"".join(body).decode("ascii")))
            except (UnicodeDecodeError, Unreadable):
                raise Found("unreadable", name) from None
            body = None
        else:
            holds(1 <= len(line) <= 64, "unreadable", name)
            body.append(line)
    holds(body is None, "unreadable", name)
    return out


# --------------------------------------------------------------------------------------------------------
# The manifest

MOST_BYTES_OF_A_MANIFEST = 10_000
FORMAT = "siegel-bundle/1"
README_HASH = "f66bf9deab3173cbcad7c782ee60c7c3d956005429ea4e655a429167aa0d871a"


def manifest_of(files):
    data = files["manifest.json"]
    holds(len(data) <= MOST_BYTES_OF_A_MANIFEST, "unreadable", "manifest.json")
    try:
        named = parse_object(data.decode("utf-8")).get("format")
    except (UnicodeDecodeError, Unreadable):
        named = None
    holds(not isinstance(named, str) or named == FORMAT, "unknown_format", "manifest.json")
    manifest = read_json_file(data, MANIFEST, "manifest.json")
    listed = [entry["name"] for entry in manifest["files"]]
    known, there = set(listed), [name for name in files if name != "manifest.json"]
    for name in there:
        holds(name in known, "extra_file", name)
    for name in listed:
        # A name that no file of a bundle has is not repeated in an answer.
        holds(name in files, "missing_file", name if name in FILES else None)
    holds(listed == there, "unreadable", "manifest.json")
    for entry in manifest["files"]:
        content = files[entry["name"]]
        right = len(content) == entry["size"] and sha256_hex(content) == entry["sha256"]
        holds(right, "file_changed", entry["name"])
    holds(sha256_hex(files["README.txt"]) == README_HASH, "readme_wrong", "README.txt")
    return manifest


# --------------------------------------------------------------------------------------------------------
# The events of a bundle

MOST_DEPTH = 32
ORDER_OF_METADATA = {
    1: ("core", "previousHash", "hash"),
    2: ("core", "blind", "content", "previousHash", "hash"),
}


COMPARED = ("agreementHash", "agreementCommitment", "documentHash", "bytes", "certificateHash")


def is_plain(value):
    return isinstance(value, str) or is_number(value)


class Event:
    """One line of events.jsonl; Unreadable where it does not prove itself."""

    def __init__(self, line):
        match = EVENT_TYPE.fullmatch(line["type"])
        if match is None:
            raise Unreadable("no type")
        self.name, self.version = match.group(1), int(match.group(2))
        self.revision = line["revision"]
        raw_metadata, raw_data = from_base64(line["metadata"]), from_base64(line["data"])
        metadata, data = object_in(raw_metadata), object_in(raw_data)
        core_text = metadata.get("core")
        if not is_text(core_text):
            raise Unreadable("no core")
        core = shallow_object(core_text)
        self.format, self.at = core.get("format"), core.get("at")
        if not is_count(self.format) or self.format not in ORDER_OF_METADATA or not is_spelled_time(self.at):
            raise Unreadable("no format or no time")
        names = ORDER_OF_METADATA[self.format]
        if set(metadata) != set(names) or not all(is_hash(metadata[name]) for name in names[1:]):
            raise Unreadable("other metadata")
        written = ",".join('"%s":%s' % (name, json_text(metadata[name])) for name in names)
        if ("{%s}" % written).encode("utf-8") != raw_metadata:
            raise Unreadable("another spelling of the metadata")
        self.hash, self.previous = metadata["hash"], metadata["previousHash"]
        open_part, self.commitments = parts_of(data, self.format)
        self.open = {name: open_part[name] for name in COMPARED if is_plain(open_part.get(name))}
        self.prove(line, metadata, core_text, raw_data)

    def prove(self, line, metadata, core, data):
        of_event = (line["id"], line["type"], core, data)
        if self.format == 1:
            wanted = event_hash_1(line["stream"], self.revision, *of_event, self.previous)
        else:
            if content_hash(metadata["blind"], *of_event) != metadata["content"]:
                raise Unreadable("another content")
            wanted = event_hash(line["stream"], self.revision, metadata["content"], self.previous)
        if wanted != self.hash:
            raise Unreadable("another hash")


def object_in(data):
    try:
        return shallow_object(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise Unreadable("no UTF-8") from None


def shallow_object(text):
    """A JSON object within the limits of a text; what has few brackets needs no count."""
    if not has_few_values(text_bytes(text), MOST_VALUES_OF_A_TEXT):
        raise Unreadable("too many values")
    value = parse_object(text)
    if text.count("{") + text.count("[") > MOST_DEPTH and not depth_within(value, MOST_DEPTH):
        raise Unreadable("too deep")
    return value


def parts_of(data, number):
    """The open part, and {part: commitment} in the order in which openings.json has them."""
    commitments = data.get("commitments", {})
    if not isinstance(data.get("open"), dict) or not isinstance(commitments, dict):
        raise Unreadable("no open part, or no commitments")
    both = {part: commitments[part] for part in ("personal", "origin") if part in commitments}
    whole = {"whole": data["commitment"]} if "commitment" in data else {}
    if not all(map(is_hash, [*both.values(), *whole.values()])):
        raise Unreadable("a commitment that is none")
    return data["open"], both if number == 2 else whole


def events_of(lines, stream):
    holds(lines, "event_missing", "events.jsonl:0")
    last_place = {line["revision"]: place for place, line in enumerate(lines)}
    events, previous, before = [], ZEROS, ""
    for number, line in enumerate(lines):
        at = "events.jsonl:%d" % number
        holds(line["stream"] == stream, "other_stream", at)
        holds(line["revision"] >= number, "event_doubled", at)
        if line["revision"] > number:
            raise Found("order_broken" if last_place.get(number, -1) > number else "event_missing", at)
        try:
            event = Event(line)
        except Unreadable:
            raise Found("event_altered", at) from None
        holds(event.previous == previous, "chain_broken", at)
        holds(event.at >= before, "time_runs_back", at)
        previous, before = event.hash, event.at
        events.append(event)
    return events


# --------------------------------------------------------------------------------------------------------
# The openings


def check_openings(openings, events):
    """Returns {0: what `personal` is in what the first event opens}, where it does."""
    expected = [(event.revision, *entry) for event in events for entry in event.commitments.items()]
    for place, entry in enumerate(openings):
        holds(place < len(expected), "opening_wrong", "openings.json:%d" % entry["revision"])
        revision, part, _ = expected[place]
        right = (entry["revision"], entry["part"]) == (revision, part)
        holds(right, "opening_missing", "openings.json:%d" % revision)
    if len(openings) < len(expected):
        raise Found("opening_missing", "openings.json:%d" % expected[len(openings)][0])
    erased = any(event.name == "NdaErased" for event in events)
    opened = {}
    for entry, (revision, part, commitment) in zip(openings, expected):
        state = entry["state"]
        right = (
            (state == "erased") == erased
            and (part != "personal" or state != "withheld")
            and (part != "origin" or state in ("withheld", "erased"))
        )
        if right and state == "opened":
            personal = personal_in(entry, commitment)
            right = personal is not None
            if revision == 0:
                opened[revision] = personal
        holds(right, "opening_wrong", "openings.json:%d" % revision)
    return opened


def personal_in(entry, commitment):
    """What an opened entry discloses, or None where it does not open the commitment."""
    text = entry["text"]
    if sha256_hex(from_base64(entry["salt"], 32) + text.encode("utf-8")) != commitment:
        return None
    try:
        value = shallow_object(text)
    except Unreadable:
        return None
    return value["personal"] if set(value) == {"personal"} and isinstance(value["personal"], dict) else None


# --------------------------------------------------------------------------------------------------------
# Agreement and document


def check_agreement(events, openings, opened, content):
    creation = events[0]
    first = creation.version == 1
    named = creation.open.get("agreementHash" if first else "agreementCommitment")
    holds(creation.name == "NdaCreated" and is_hash(named), "agreement_wrong", "events.jsonl:0")
    commitment = sha256_hex(bytes.fromhex(named)) if first else named
    for event in events:
        if event.name not in ("Party1Signed", "Party2Signed", "NdaCompleted"):
            continue
        if event.version == 1:
            right = first and event.open.get("agreementHash") == named
        else:
            right = event.open.get("agreementCommitment") == commitment
        holds(right, "agreement_wrong", "events.jsonl:%d" % event.revision)
    disclosed = any(
        entry["revision"] == 0 and entry["part"] in ("personal", "whole") and entry["state"] == "opened"
        for entry in openings
    )
    present(content, disclosed, "agreement.json")
    if content is not None:
        hashed = sha256(content)
        right = hashed.hex() == named if first else opens_agreement(opened[0], hashed, commitment)
        holds(right, "agreement_wrong", "agreement.json")


def present(content, wanted, name):
    holds(content is not None or not wanted, "missing_file", name)
    holds(content is None or wanted, "extra_file", name)


def opens_agreement(personal, hashed, commitment):
    try:
        salt = from_base64(personal.get("agreementSalt"), 32)
    except Unreadable:
        return False
    return personal.get("agreementHash") == hashed.hex() and sha256_hex(salt + hashed) == commitment


def check_document(events, openings, content, certificates):
    sealed = [event for event in events if event.name == "DocumentSealed"]
    gone = any(event.name == "NdaErased" for event in events)
    gone = gone or any(entry["state"] == "key_missing" for entry in openings)
    present(content, bool(sealed) and not gone, "document.pdf")
    if content is not None:
        named, size = sealed[-1].open.get("documentHash"), sealed[-1].open.get("bytes")
        right = named == sha256_hex(content) and number_is(size, len(content))
        holds(right, "document_wrong", "document.pdf")
    hashes = [event.open.get("certificateHash") for event in sealed]
    wanted = list(dict.fromkeys(hashed for hashed in hashes if isinstance(hashed, str)))
    holds([sha256_hex(data) for data in certificates] == wanted, "certificate_wrong", "certificates.pem")


# --------------------------------------------------------------------------------------------------------
# Receipts and keys, checkpoint and proofs


def same_number(there, events, kind, name):
    """As many entries as there are events."""
    holds(there >= len(events), kind, "%s:%d" % (name, there))
    holds(there <= len(events), "event_missing", "events.jsonl:%d" % len(events))


def check_receipts(receipts, events, keys, checkpoint, stream):
    """Returns {key id: public key}."""
    same_number(len(receipts), events, "receipt_missing", "receipts.json")
    named = [receipt["keyId"] for receipt in receipts] + [checkpoint["keyId"]]
    listed = [key["keyId"] for key in keys]
    known = set(listed)
    holds(all(identifier in known for identifier in named), "key_missing", "keys.json")
    holds(listed == sorted(set(named)), "key_wrong", "keys.json")
    public = {key["keyId"]: from_base64(key["publicKey"], 32) for key in keys}
    holds(all(key_id(key) == identifier for identifier, key in public.items()), "key_wrong", "keys.json")
    for number, (receipt, event) in enumerate(zip(receipts, events)):
        at = "receipts.json:%d" % number
        right = (receipt["stream"], receipt["revision"], receipt["eventHash"], receipt["at"])
        holds(right == (stream, number, event.hash, event.at), "receipt_wrong", at)
        holds(signed_by(public[receipt["keyId"]], receipt, "signature"), "receipt_signature_wrong", at)
    return public


def named_checkpoint(name):
    size, root = name.split(":")
    return int(size), bytes.fromhex(root)


def check_checkpoint(head, proofs, receipts, events, public):
    checkpoint = head["checkpoint"]
    right = signed_by(public[checkpoint["keyId"]], checkpoint, "signature")
    holds(right, "checkpoint_signature_wrong", "checkpoint.json")
    same_number(len(proofs), events, "proof_missing", "proofs.json")
    size, root = checkpoint["size"], bytes.fromhex(checkpoint["root"])
    before = -1
    for number, (proof, event) in enumerate(zip(proofs, events)):
        index, path = proof["index"], [bytes.fromhex(node) for node in proof["proof"]]
        leaf = leaf_hash(bytes.fromhex(event.hash))
        right = before < index < size and includes(leaf, index, size, path, root)
        holds(right, "proof_wrong", "proofs.json:%d" % number)
        before = index
    for number, (receipt, proof) in enumerate(zip(receipts, proofs)):
        last = receipt["lastCheckpoint"]
        right = last is None or named_checkpoint(last)[0] <= proof["index"]
        holds(right, "receipt_wrong", "receipts.json:%d" % number)
    names = {receipt["lastCheckpoint"] for receipt in receipts} - {None, "%d:%s" % (size, checkpoint["root"])}
    listed = [entry["checkpoint"] for entry in head["consistency"]]
    right = listed == sorted(names, key=named_checkpoint)
    for entry in head["consistency"]:
        path = [bytes.fromhex(node) for node in entry["proof"]]
        right = right and continues(*named_checkpoint(entry["checkpoint"]), size, root, path)
    holds(right, "consistency_wrong", "checkpoint.json")


def check_trust(keys, certificates, trust):
    if trust.keys is None:
        raise Found("consistent_in_itself")
    given = all((key["keyId"], from_base64(key["publicKey"])) in trust.keys for key in keys)
    holds(given, "key_unknown", "keys.json")
    if trust.certificates is not None:
        known = {certificate.fingerprint for certificate in trust.certificates}
        given = all(sha256_hex(data) in known for data in certificates)
        holds(given, "certificate_unknown", "certificates.pem")


def check_bundle(data, trust):
    """Found where a check does not hold; nothing where all do."""
    files = files_of(data)
    stream = manifest_of(files)["stream"]
    read = {}
    for name in files:
        if name == "events.jsonl":
            read[name] = read_lines(files[name], EVENT, name)
        elif name == "certificates.pem":
            read[name] = read_certificates(files[name])
        elif name in JSON_FILES:
            read[name] = read_json_file(files[name], JSON_FILES[name], name)
    openings, receipts, keys, head = (
        read[name] for name in ("openings.json", "receipts.json", "keys.json", "checkpoint.json")
    )
    certificates = read["certificates.pem"]
    events = events_of(read["events.jsonl"], stream)
    opened = check_openings(openings, events)
    check_agreement(events, openings, opened, files.get("agreement.json"))
    check_document(events, openings, files.get("document.pdf"), certificates)
    public = check_receipts(receipts, events, keys, head["checkpoint"], stream)
    check_checkpoint(head, read["proofs.json"], receipts, events, public)
    check_trust(keys, certificates, trust)


def bundle_answer(data, trust):
    """{verdict, kind, at}, as --json prints it."""
    try:
        check_bundle(data, trust)
    except Found as found:
        return {"verdict": KINDS[found.kind][0], "kind": found.kind, "at": found.at}
    return {"verdict": "intact", "kind": None, "at": None}


# --------------------------------------------------------------------------------------------------------
# The vectors (docs/verifier/README.md)


class Vectors:
    """A folder of bundles, and what each of them, changed or not, must be found to be."""

    def __init__(self, folder):
        self.folder = folder
        self.bundles = {}
        self.vectors = parse_json(self.read("vectors.json").decode("utf-8"))
        self.keys = keys_of(self.read("keys.json"))
        self.certificates = certificates_of_pem(self.read("certificates.pem").decode("ascii"))

    def read(self, name):
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read()

    def bundle(self, name):
        if name not in self.bundles:
            self.bundles[name] = self.read(name)
        return self.bundles[name]

    def run(self):
        """Prints each disagreement and a sum; whether there is none."""
        wrong = 0
        for vector in self.vectors:
            trust = Trust(
                self.certificates if vector["certificates"] else None, self.keys if vector["keys"] else None
            )
            data, wanted = changed(self.bundle(vector["bundle"]), vector), dict(vector["expected"])
            answer = bundle_answer(data, trust)
            if "document" in vector:
                wanted["document"] = vector["document"]
                answer["document"] = document_in_bundle(data, trust)[0]
            if answer != wanted:
                wrong += 1
                told = (vector["name"], json.dumps(wanted), json.dumps(answer))
                print("%s: expected %s, found %s" % told)
        print("vectors: %d passed, %d failed" % (len(self.vectors) - wrong, wrong))
        return wrong == 0 and len(self.vectors) > 0


def changed(data, vector):
    of_bytes = [change for change in vector["changes"] if "insert" in change]
    of_files = [change for change in vector["changes"] if "insert" not in change]
    if vector["changes"] != of_files + of_bytes:
        raise Unreadable("changes of bytes come behind changes of files")
    if of_files:
        files = [[name, content] for name, content in files_of(data).items()]
        for change in of_files:
            change_files(files, change)
        if vector["manifest"] == "made anew":
            make_manifest_anew(files)
        data = packed(files)
    for change in of_bytes:
        data = change_bytes(data, change)
    return data


def json_file(value):
    return canonical(value).encode("utf-8") + b"\n"


def change_files(files, change):
    """Changes the list of [name, content]."""
    names = [name for name, _ in files]
    if "drop" in change:
        del files[names.index(change["drop"])]
    elif "add" in change:
        before = change["before"]
        place = len(files) if before is None else names.index(before)
        files.insert(place, [change["add"], change["text"].encode("utf-8")])
    elif "rename" in change:
        files[names.index(change["rename"])][0] = change["to"]
    elif "order" in change:
        files[:] = [files[names.index(name)] for name in change["order"]]
    elif "event" in change:
        file = files[names.index("events.jsonl")]
        file[1] = with_line(file[1], change["event"], lambda line: change_event(line, change))
    else:
        file = files[names.index(change["file"])]
        file[1] = change_file(file[1], change)


def change_file(content, change):
    if "find" in change:
        return replaced(content, change)
    if "lines" in change:
        lines = content.split(b"\n")[:-1]
        return b"".join(lines[number] + b"\n" for number in change["lines"])
    if "repeat" in change:
        return (change["before"] + change["repeat"] * change["times"] + change["behind"]).encode("utf-8")
    if "path" in change:

        def rewritten(text):
            return canonical(at_path(parse_json(text.decode("utf-8")), change)).encode("utf-8")

        if "line" in change:
            return with_line(content, change["line"], rewritten)
        return rewritten(content) + b"\n"
    return with_line(content, change["line"], lambda _: change["put"].encode("utf-8"))


def replaced(content, change):
    find, put = change["find"].encode("utf-8"), change["put"].encode("utf-8")
    if find not in content:
        raise Unreadable("%s is not there" % change["find"])
    return content.replace(find, put, 1)


def with_line(content, number, work):
    lines = content.split(b"\n")
    lines[number] = work(lines[number])
    return b"\n".join(lines)


def change_event(line, change):
    event = parse_json(line.decode("utf-8"))
    stored = replaced(from_base64(event[change["part"]]), change)
    event[change["part"]] = base64.b64encode(stored).decode("ascii")
    return canonical(event).encode("utf-8")


def at_path(value, change):
    """The value with what stands at the path replaced, or gone."""
    if not change["path"]:
        return change["value"]
    *steps, last = change["path"]
    container = value
    for step in steps:
        container = container[step]
    if "value" not in change:
        del container[last]
    elif isinstance(container, list) and last == len(container):
        container.append(change["value"])
    else:
        container[last] = change["value"]
    return value


def make_manifest_anew(files):
    manifest = next((file for file in files if file[0] == "manifest.json"), None)
    try:
        value = None if manifest is None else parse_object(manifest[1].decode("utf-8"))
    except (UnicodeDecodeError, Unreadable):
        value = None
    if value is None:
        return
    value["files"] = [
        {"name": name, "sha256": sha256_hex(content), "size": len(content)}
        for name, content in files
        if name != "manifest.json"
    ]
    manifest[1] = json_file(value)


def packed(files):
    """A ZIP in the one spelling, whatever the names are."""
    out, central, offset = [], [], 0
    for name, content in files:
        raw, crc = name.encode("utf-8"), zlib.crc32(content)
        out += [local_header(raw, crc, len(content)), content]
        central.append(central_header(raw, crc, len(content), offset))
        offset += 30 + len(raw) + len(content)
    size = sum(map(len, central))
    end = END + struct.pack("<HHHHIIH", 0, 0, len(files), len(files), size, offset, 0)
    return b"".join([*out, *central, end])


def change_bytes(data, change):
    insert = bytes.fromhex(change["insert"])
    if "header" in change:
        (at,) = struct.unpack("<I", data[-6:-2])
        for _ in range(change["file"]):
            at += 46 + sum(struct.unpack("<HHH", data[at + 28 : at + 34]))
        if change["header"] == "local":
            (at,) = struct.unpack("<I", data[at + 42 : at + 46])
        at += change["field"]
        return data[:at] + insert + data[at + len(insert) :]
    at = change["at"] + (len(data) if change["at"] < 0 else 0)
    end = len(data) if change["delete"] is None else at + change["delete"]
    return data[:at] + insert + data[end:]


# --------------------------------------------------------------------------------------------------------
# Self test: examples of the standards, and those of docs/verification.md where it lies beside this script

RFC_8032 = [  # section 7.1: public key, message, signature
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
    (
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        hashlib.sha512(b"abc").hexdigest(),
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589"
        "09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704",
    ),
]
LEAVES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
RFC_8785_NUMBERS = {  # appendix B
    "0000000000000000": "0",
    "8000000000000000": "0",
    "0000000000000001": "5e-324",
    "8000000000000001": "-5e-324",
    "7fefffffffffffff": "1.7976931348623157e+308",
    "ffefffffffffffff": "-1.7976931348623157e+308",
    "4340000000000000": "9007199254740992",
    "c340000000000000": "-9007199254740992",
    "4430000000000000": "295147905179352830000",
    "44b52d02c7e14af5": "9.999999999999997e+22",
    "44b52d02c7e14af6": "1e+23",
    "44b52d02c7e14af7": "1.0000000000000001e+23",
    "444b1ae4d6e2ef4e": "999999999999999700000",
    "444b1ae4d6e2ef4f": "999999999999999900000",
    "444b1ae4d6e2ef50": "1e+21",
    "3eb0c6f7a0b5ed8c": "9.999999999999997e-7",
    "3eb0c6f7a0b5ed8d": "0.000001",
    "41b3de4355555553": "333333333.3333332",
    "41b3de4355555554": "333333333.33333325",
    "41b3de4355555555": "333333333.3333333",
    "41b3de4355555556": "333333333.3333334",
    "41b3de4355555557": "333333333.33333343",
    "becbf647612f3696": "-0.0000033333333333333333",
    "43143ff3c1cb0959": "1424953923781206.2",
}
RFC_8785_TEXT = (  # sections 3.2.2 and 3.2.3: as read, as written
    (
        '{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001], '
        '"string": "\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/", '
        '"literals": [null, true, false]}',
        '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
        '"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    ),
    (
        '{"\\u20ac":1,"\\r":2,"\\ufb33":3,"1":4,"\\ud83d\\ude00":5,"\\u0080":6,"\\u00f6":7}',
        '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\U0001f600":5,"\ufb33":3}',
    ),
    ('{"a":"\\uDEAD"}', '{"a":"\\udead"}'),
)


NO_JSON = ("", "[1,]", "[,1]", '{"a"}', '{"a":1,}', "[1", "1 2", "01", "NaN", "{a:1}", '"\n"', "\ufeff1")


def self_checks():
    """(name, whether it holds), one after the other."""
    for number, (key, message, signature) in enumerate(RFC_8032, 1):
        key, message, signature = bytes.fromhex(key), bytes.fromhex(message), bytes.fromhex(signature)
        name = "RFC 8032, signature %d" % number
        yield name, ed_verify(key, message, signature)
        yield name + " of something else", not ed_verify(key, message + b"!", signature)
        large = int.from_bytes(signature[32:], "little") + ED_L
        same = signature[:32] + large.to_bytes(32, "little")
        yield name + " with S not reduced", not ed_verify(key, message, same)
        # By now with the key's table too.
        often = [ed_verify(key, message, signature) for _ in range(ED_USES_WITHOUT_A_TABLE)]
        yield name + " with a table", all(often) and ed_key(key).table is not None
        yield name + " of something else with a table", not ed_verify(key, message + b"!", signature)
    for bits, text in RFC_8785_NUMBERS.items():
        number = struct.unpack(">d", bytes.fromhex(bits))[0]
        yield "RFC 8785, number " + text, number_text(number) == text
        yield "RFC 8785, number as read " + text, number_text(json_number(repr(number))) == text
    for read, written in RFC_8785_TEXT:
        yield "RFC 8785, " + written[:20], canonical(parse_json(read)) == written
        yield "JSON without recursion, " + written[:20], parse_deep_json(read) == parse_json(read)
    for text in NO_JSON:
        yield "no JSON: " + repr(text), refuses(parse_json, text) and refuses(parse_deep_json, text)
    deep = "[" * 100000 + "]" * 100000
    yield "JSON of any depth", not refuses(parse_json, deep) and not depth_within(parse_json(deep), 32)
    yield "lists within one another", depth_within([[1]], 2) and not depth_within([[1]], 1)
    for text in ("AA==", "AAA=", "AAAA"):
        yield "base64 " + text, len(from_base64(text)) == 4 - text.count("=") - 1
    for text in ("AB==", "AA", "AA=", "A A=", "AA==\n", "AA-_", None):
        yield "no base64: " + repr(text), refuses(from_base64, text)
    for version, fate, holds in (
        ("1", {}, True), ("2", {"fate": "accepted"}, True), ("2", {"fate": "unknown"}, True),
        ("2", {"fate": "refused"}, False), ("2", {"fate": ["accepted"]}, False), ("2", {}, False),
        ("3", {}, False),
    ):
        yield "InvitationSent.v%s with %s" % (version, fate), states_fate("InvitationSent", version, fate) == holds
    yield "another event without a fate", states_fate("InvitationOpened", "2", {})
    yield from tree_checks()
    yield from file_checks()
    yield from command_checks()
    yield from page_checks()


def refuses(work, *arguments):
    try:
        work(*arguments)
    except Unreadable:
        return True
    return False


def tree_checks():
    """RFC 9162, section 2.1.5, and roots that implementations of RFC 6962 share."""
    leaves = [leaf_hash(bytes.fromhex(leaf)) for leaf in LEAVES]
    yield "the empty tree", root_of([]) == EMPTY_ROOT
    for size, root in enumerate(ROOTS, 1):
        yield "tree of %d" % size, root_of(leaves[:size]).hex() == root
    a, b, c, d, e, f, j = leaves[:7]
    g, h, i = node_hash(a, b), node_hash(c, d), node_hash(e, f)
    k, l = node_hash(g, h), node_hash(i, j)
    root = node_hash(k, l)
    for index, path in ((0, [b, h, l]), (3, [c, g, l]), (4, [f, j, k]), (6, [i, k])):
        yield "inclusion of %d in 7" % index, includes(leaves[index], index, 7, path, root)
        yield "of another leaf", not includes(leaves[index - 1], index, 7, path, root)
        yield "at another place", not includes(leaves[index], index ^ 1, 7, path, root)
        yield "with a hash more", not includes(leaves[index], index, 7, [*path, a], root)
        yield "with a hash less", not includes(leaves[index], index, 7, path[:-1], root)
    for size, path in ((3, [c, d, g, l]), (4, [l]), (6, [i, j, k])):
        first = root_of(leaves[:size])
        yield "consistency of %d and 7" % size, continues(size, first, 7, root, path)
        yield "with another first root", not continues(size, leaves[0], 7, root, path)
        yield "with another second root", not continues(size, first, 7, leaves[0], path)
        yield "with a hash more in it", not continues(size, first, 7, root, [*path, a])
        yield "with a hash less in it", not continues(size, first, 7, root, path[:-1])
    yield "consistency of 7 and 7", continues(7, root, 7, root, []) and not continues(7, root, 7, root, [a])
    yield "consistency of 8 and 7", not continues(8, root, 7, root, [])


def file_checks():
    """What stands at the beginning of every bundle, and at its end."""
    begin = local_header(b"manifest.json", 0, 0)
    for data, kind in (
        (b"", "not_a_bundle"),
        (b"!" + begin, "not_a_bundle"),
        (begin, "cut_off"),
        (begin + END + b"\0" * 17, "cut_off"),
        (begin + END + b"\0" * 18, "zip_broken"),
        (begin + END + b"\0" * 19, "trailing_bytes"),
        (begin + END + b"\xff" * 18, "zip64"),
    ):
        answer = bundle_answer(data, Trust())
        yield "%d bytes that are %s" % (len(data), kind), answer["kind"] == kind


def command_checks():
    """The exit codes, and that nothing is printed where there is nothing to say."""
    with tempfile.TemporaryDirectory(prefix="siegel-verify-") as folder:
        path = os.path.join(folder, "bundle.zip")
        with open(path, "wb") as file:
            file.write(local_header(b"manifest.json", 0, 0))
        cut_off = '{"verdict":"broken","kind":"cut_off","at":null}\n'
        not_there = path + ".not-there"
        case = json.dumps({"bundle": path, "changes": [{"at": 0, "delete": 1, "insert": ""}]})
        for words, given, code, printed in (
            ([path, "--json"], "", 1, cut_off),
            (["--cases"], "%s\nbase64:AAAA\n%s\n" % (path, case), 0, cut_off + NO_BUNDLE * 2),
            ([not_there, "--json"], "", 2, ""),
            ([path, "--json", "--keys", not_there], "", 2, ""),
            ([path, "--json", "--keys", path], "", 2, ""),
            ([], "", 2, ""),
            ([path, "--document"], "", 2, ""),
            ([path], "", 1, "broken: cut_off, %s\n" % KINDS["cut_off"][1]),
            ([os.path.abspath(__file__), "--json"], "", 1, NO_BUNDLE),
            ([os.path.abspath(__file__)], "", 2, ""),
        ):
            own = [sys.executable, os.path.abspath(__file__), *words]
            ended = subprocess.run(own, input=given, capture_output=True, text=True, timeout=60)
            yield "the command with %s" % " ".join(words), (ended.returncode, ended.stdout) == (code, printed)


NO_BUNDLE = '{"verdict":"unknown","kind":"not_a_bundle","at":null}\n'


def page_checks():
    """What docs/verification.md computes step by step."""
    page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "verification.md")
    if not os.path.exists(page):
        print("Left out: the examples of docs/verification.md, which does not lie beside this script")
        return
    with open(page, encoding="utf-8") as file:
        page_text = file.read()
    found = re.findall(r"^```example ([a-z0-9-]+)\n(.*?)^```$", page_text, re.MULTILINE | re.DOTALL)
    examples = {name: text.rstrip("\n").split("\n") for name, text in found}
    for name in ("content", "hash", "withheld", "format-1"):
        *lines, wanted = examples[name]
        sizes = [int(line[:8], 16) for line in lines]
        parts = [line[9:] for line in lines]
        yield "example %s: lengths" % name, sizes == [len(text_bytes(part)) for part in parts]
        yield "example %s" % name, "= " + sha256_hex(framed(*parts)) == wanted
    _, *parts = (line[9:] for line in examples["content"][:-1])
    yield "content", "= " + content_hash(*parts[1:]) == examples["content"][-1]
    _, *parts = (line[9:] for line in examples["hash"][:-1])
    yield "hash", "= " + event_hash(*parts[1:]) == examples["hash"][-1]
    _, *parts = (line[9:] for line in examples["format-1"][:-1])
    yield "hash of format 1", "= " + event_hash_1(*parts[1:]) == examples["format-1"][-1]
    salt, _, text, wanted = examples["disclosed"]
    yield "example disclosed", "= " + commitment_of(salt, parse_json(text)) == wanted
    salt, _, text, wanted = examples["agreement"]
    yield "example agreement", "= " + sha256_hex(from_base64(salt, 32) + bytes.fromhex(text)) == wanted
    key = bytes.fromhex(examples["key"][0])
    receipt = parse_json(examples["receipt"][0])
    yield "example receipt", receipt["keyId"] == key_id(key) and signed_by(key, receipt, "signature")
    yield "example receipt, changed", not signed_by(key, {**receipt, "revision": 4}, "signature")
    destroyed = {
        **parse_json(examples["destruction"][0]),
        "purpose": "key-destruction",
        "version": 2,
    }
    yield "example destruction", signed_by(key, destroyed, "receiptSignature")
    other = {**destroyed, "eventHash": "00" * 32}
    yield "example destruction, changed", not signed_by(key, other, "receiptSignature")
    before = parse_json(examples["destruction-before"][0])
    yield "example destruction-before", signed_by(key, before, "receiptSignature")
    yield "README of a bundle", examples["bundle-readme"] == [README_HASH]
    rows = page_text.split("\n### Kinds\n")[1]
    table = re.findall(r"^\| (`[^|]*) \| `(unknown|broken)` \| (.*) \|$", rows, re.MULTILINE)
    kinds = {
        kind: (verdict, meaning.replace("`", ""))
        for names, verdict, meaning in table
        for kind in re.findall(r"`(\w+)`", names)
    }
    yield "the kinds", kinds == KINDS
    rows = page_text.split("| File | Bytes | Values |\n")[1].split("\n\n")[0]
    table = re.findall(r"^\| `([^`]*)` \| ([0-9,]+) \| ?([0-9,]*)", rows, re.MULTILINE)
    limits = {name: (int(size.replace(",", "")), int(most.replace(",", "") or 0)) for name, size, most in table}
    most_values = {**MOST_VALUES_OF_A_FILE, "events.jsonl": MOST_EVENTS}
    own = {name: (size, most_values.get(name, 0)) for name, size in MOST_BYTES_OF_A_FILE.items()}
    yield "the limits of files", limits == own


def self_test():
    """Prints what does not hold, and a sum; whether all of it does."""
    results = list(self_checks())
    for name in (name for name, holds in results if not holds):
        print("FAILED: " + name)
    failed = sum(not holds for _, holds in results)
    print("self test: %d passed, %d failed" % (len(results) - failed, failed))
    return failed == 0


# --------------------------------------------------------------------------------------------------------
# The command line


def spelled_answer(answer):
    return json.dumps({name: answer[name] for name in ("verdict", "kind", "at")}, separators=(",", ":"))


def keys_of(data):
    """The set of (key id, public key) of a list of keys, or of an object with it as `items`; else nothing matters."""
    given = parse_json(data.decode("utf-8"))
    keys = given.get("items") if isinstance(given, dict) else given
    if not isinstance(keys, list):
        raise Unreadable("no list of keys")
    return {(key["keyId"], from_base64(key["publicKey"], 32)) for key in keys}


def document_answer(data, trust):
    """(verdict, reason, document), the last one where it is authentic."""
    try:
        document = Document(data, trust)
    except Verdict as verdict:
        return verdict.verdict, verdict.reason, None
    reason = "everything holds"
    if document.evidence.in_part:
        reason = "everything holds that can be recomputed; some of it is from before event format 2"
    return "authentic", reason, document


def document_in_bundle(data, trust):
    """The same of document.pdf in a bundle that is not broken, which must also tell of the same events."""
    files = files_of(data)
    if "document.pdf" not in files:
        return "unknown", "there is none in this bundle"
    verdict, reason, document = document_answer(files["document.pdf"], trust)
    if document is None:
        return verdict, reason
    lines = read_lines(files["events.jsonl"], EVENT, "events.jsonl")
    hashes = [parse_json(from_base64(line["metadata"]).decode("utf-8"))["hash"] for line in lines]
    shown = [event["hash"] for event in document.evidence.value["events"]]
    if shown != hashes[: len(shown)]:
        return "altered", "its evidence tells of other events than the bundle"
    return verdict, reason


EXIT_CODE = {"intact": 0, "authentic": 0, "broken": 1, "altered": 1, "unknown": 1}


def verify(data, trust, as_json, with_document):
    """Prints the answer; returns the exit code.

    What does not begin as a ZIP is a document, unless keys or JSON are asked of it.
    """
    if trust.keys is None and not as_json and data[:4] != LOCAL:
        if trust.certificates is None:
            raise Unreadable("a document is checked with --certificates")
        verdict, reason, _ = document_answer(data, trust)
        print("%s: %s" % (verdict, reason))
        return EXIT_CODE[verdict]
    answer = bundle_answer(data, trust)
    if as_json:
        print(spelled_answer(answer))
        return EXIT_CODE[answer["verdict"]]
    kind = answer["kind"]
    reason = "every check holds" if kind is None else "%s, %s" % (kind, KINDS[kind][1])
    at = "" if answer["at"] is None else " (%s)" % answer["at"]
    print("%s: %s%s" % (answer["verdict"], reason, at))
    codes = [EXIT_CODE[answer["verdict"]]]
    if with_document and kind in (None, *DOUBTS):
        verdict, reason = document_in_bundle(data, trust)
        print("document.pdf: %s: %s" % (verdict, reason))
        codes.append(EXIT_CODE[verdict])
    return max(codes)


DOUBTS = ("consistent_in_itself", "key_unknown", "certificate_unknown")


def answer_cases(trust):
    """A line of answer for each line of the standard input.

    A line is a path, or `base64:` and a file's bytes, or a vector: JSON with `bundle` (a path), `changes` and
    `manifest`.
    """
    bundles = {}
    for line in sys.stdin:
        case = line.rstrip("\r\n")
        if case.startswith("base64:"):
            data = base64.b64decode(case[7:])
        elif case.startswith("{"):
            vector = parse_json(case)
            path = vector["bundle"]
            if path not in bundles:
                bundles = {path: read_file(path)}
            data = changed(bundles[path], vector)
        else:
            data = read_file(case)
        print(spelled_answer(bundle_answer(data, trust)), flush=True)


def answer_documents(trust):
    """The verdict of each document whose path is a line of the standard input."""
    for line in sys.stdin:
        print(document_answer(read_file(line.rstrip("\r\n")), trust)[0], flush=True)


def print_certificates(path):
    """PEM of what a document names, for comparison with what was given in another way; Unreadable without any."""
    try:
        seals = [readable_cms(place.cms) for place in places_of(read_file(path)) if place.cms is not None]
    except Verdict:
        seals = []
    certificates = [certificate_of(data) for cms in seals if cms is not None for data in cms.certificates]
    if not certificates:
        raise Unreadable("no certificate")
    for certificate in certificates:
        print("SHA-256 %s\n%s" % (certificate.fingerprint, certificate.pem()), end="")


def mapped(path):
    """A file that begins as a bundle, of which only what is looked at is read; any other as its bytes."""
    with open(path, "rb") as file:
        if file.read(len(LOCAL)) == LOCAL:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return read_file(path)


def read_file(path):
    """At most a byte more than the largest bundle has."""
    with open(path, "rb") as file:
        return file.read(MOST_BYTES_OF_A_BUNDLE + 1)


def arguments_of(words):
    parser = argparse.ArgumentParser(description="Checks a bundle or a document without the service.")
    parser.add_argument("file", nargs="?", help="a bundle (ZIP) or a document (PDF)")
    parser.add_argument("--keys", help="JSON: the public keys that you trust")
    parser.add_argument("--certificates", help="PEM: the certificates that you trust")
    parser.add_argument("--timestamp-authorities", help="PEM: authorities besides those of this machine")
    parser.add_argument("--document", action="store_true", help="check document.pdf of the bundle as well")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.add_argument("--cases", action="store_true", help="answer each line of the standard input")
    parser.add_argument("--documents", action="store_true", help="the same of documents, by their paths")
    parser.add_argument("--certificates-of", help="print the certificates that this document names")
    parser.add_argument("--vectors", help="run all vectors of this folder")
    parser.add_argument("--self-test", action="store_true", help="run the examples of the standards")
    arguments = parser.parse_args(words)
    batches = [arguments.cases, arguments.documents, arguments.vectors, arguments.self_test]
    modes = [arguments.file, arguments.certificates_of, *batches]
    if sum(bool(mode) for mode in modes) != 1:
        parser.error("one file, or one of --cases, --documents, --certificates-of, --vectors and --self-test")
    if (arguments.document or arguments.documents) and arguments.certificates is None:
        parser.error("documents are checked with --certificates")
    return arguments


def trust_of(arguments):
    def certificates(path):
        return certificates_of_pem(read_file(path).decode("latin-1"))

    return Trust(
        certificates(arguments.certificates) if arguments.certificates else None,
        keys_of(read_file(arguments.keys)) if arguments.keys else None,
        certificates(arguments.timestamp_authorities) if arguments.timestamp_authorities else (),
    )


def main(words):
    arguments = arguments_of(words)
    try:
        if arguments.self_test:
            return 0 if self_test() else 1
        if arguments.vectors:
            return 0 if Vectors(arguments.vectors).run() else 1
        if arguments.certificates_of:
            print_certificates(arguments.certificates_of)
            return 0
        trust = trust_of(arguments)
        if arguments.cases or arguments.documents:
            (answer_cases if arguments.cases else answer_documents)(trust)
            return 0
        return verify(mapped(arguments.file), trust, arguments.json, arguments.document)
    except (OSError, Unreadable, ValueError, KeyError, TypeError, IndexError) as error:
        print("%s: %s" % (type(error).__name__, error), file=sys.stderr)
        return 2
    finally:
        remove_openssl_folder()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
