"""Validates each PDF of a folder with pyHanko as of a given time. Prints one line with file and answer for each."""

import logging
import sys
from datetime import datetime
from pathlib import Path

from asn1crypto.crl import CertificateList
from asn1crypto.x509 import Certificate
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

folder, trust, at = Path(sys.argv[1]), Path(sys.argv[2]), datetime.fromisoformat(sys.argv[3])
logging.disable(logging.CRITICAL)


def context(names, **options):
    roots = [Certificate.load((trust / f"{name}.der").read_bytes()) for name in names]
    return ValidationContext(trust_roots=roots, moment=at, allow_fetching=False, **options)


def answer(path):
    with path.open("rb") as file:
        signatures = PdfFileReader(file).embedded_signatures
        if len(signatures) != 1:
            return f"{len(signatures)} signatures"
        revocations = [CertificateList.load((trust / "root.crl").read_bytes())]
        status = validate_pdf_signature(
            signatures[0],
            context(["root", "default"], crls=revocations, revocation_mode="require"),
            context(["timestamp-root"]),
        )
        verdict = "VALID" if status.bottom_line else "INVALID"
        changes = getattr(status.modification_level, "name", "UNKNOWN")
        return f"{verdict} {status.coverage.name} {changes} {status.summary()}"


for path in sorted(folder.glob("*.pdf")):
    try:
        said = answer(path)
    except Exception as error:  # An exception on a broken file is an answer too.
        said = f"{type(error).__name__}: {error}".splitlines()[0]
    print(f"{path.name}\t{said}", flush=True)
