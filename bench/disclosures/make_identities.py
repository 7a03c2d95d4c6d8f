"""Makes files that name persons or hold secrets, with other programs than the project's own: make_identities.py FOLDER DEBIAN.

DEBIAN is a folder with unpacked packages. Prints a line for each file: its path, and a regular expression for what a question has to name.
All persons and keys are made up or drawn here.
"""
import datetime, io, json, os, secrets, shutil, sqlite3, string, subprocess, sys, tarfile, zipfile

folder, debian = sys.argv[1:3]
sys.path.insert(0, f"{debian}/usr/lib/python3/dist-packages")
import docx, odf.opendocument, odf.text, openpyxl, openpyxl.comments, pydicom

shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
exiftool = ["perl", "-I", f"{debian}/usr/share/perl5", f"{debian}/usr/bin/exiftool", "-q", "-overwrite_original"]


def told(name, expected):
    print(f"{name}\t{expected}")


def path(name):
    full = os.path.join(folder, name)
    os.makedirs(os.path.dirname(full), exist_ok=True)
    return full


def write(name, content, expected):
    with open(path(name), "wb" if isinstance(content, bytes) else "w") as file:
        file.write(content)
    told(name, expected)


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def drawn(length, letters=string.ascii_letters + string.digits):
    return "".join(secrets.choice(letters) for _ in range(length))


# Pictures: samples of Debian packages, to which exiftool adds what cameras and programs write.
sources = {
    "jpg": "usr/lib/python3/dist-packages/sklearn/datasets/images/china.jpg",
    "png": "usr/share/matplotlib/mpl-data/images/matplotlib.png",
    "tif": None, "webp": None, "heic": None, "dng": None, "mov": None,
}
samples = os.environ.get("SAMPLES", "")
for kind in sources:
    found = [os.path.join(at, name) for at, _, names in os.walk(samples or debian) for name in names
             if name.lower().endswith("." + kind) and os.path.getsize(os.path.join(at, name)) < 20_000_000]
    if sources[kind] and os.path.exists(f"{debian}/{sources[kind]}"):
        sources[kind] = f"{debian}/{sources[kind]}"
    else:
        sources[kind] = sorted(found)[0] if found else None

GPS = ["-GPSLatitude=47.3769", "-GPSLatitudeRef=N", "-GPSLongitude=8.5417", "-GPSLongitudeRef=E"]
pictures = [
    ("photos/position.jpg", "jpg", GPS, "where.*47\\.37"),
    ("photos/artist.jpg", "jpg", ["-EXIF:Artist=Verena Moosbrugger"], "Moosbrugger"),
    ("photos/owner.jpg", "jpg", ["-EXIF:OwnerName=Verena Moosbrugger"], "Moosbrugger"),
    ("photos/xmp-person.jpg", "jpg", ["-XMP-iptcExt:PersonInImage=Verena Moosbrugger"], "Moosbrugger"),
    ("photos/xmp-position.jpg", "jpg", ["-XMP:GPSLatitude=47.3769", "-XMP:GPSLongitude=8.5417"], "where"),
    ("photos/iptc.jpg", "jpg", ["-IPTC:By-line=Verena Moosbrugger"], "Moosbrugger"),
    ("photos/windows.jpg", "jpg", ["-EXIF:XPAuthor=Verena Moosbrugger"], "Moosbrugger"),
    ("photos/position.png", "png", GPS, "where.*47\\.37"),
    ("photos/author.png", "png", ["-PNG:Author=Verena Moosbrugger"], "Moosbrugger"),
    ("photos/xmp.png", "png", ["-XMP:Creator=Verena Moosbrugger"], "Moosbrugger"),
    ("photos/position.tif", "tif", GPS, "where.*47\\.37"),
    ("photos/artist.webp", "webp", ["-EXIF:Artist=Verena Moosbrugger"], "Moosbrugger"),
    ("photos/position.heic", "heic", GPS, "where.*47\\.37"),
    ("photos/position.dng", "dng", GPS, "where.*47\\.37"),
    ("photos/position.mov", "mov", ["-Keys:GPSCoordinates=47.3769, 8.5417, 400"], "where.*47\\.37"),
    ("photos/creator.mov", "mov", ["-XMP:Creator=Verena Moosbrugger"], "Moosbrugger"),
]
for name, kind, tags, expected in pictures:
    if not sources[kind]:
        print(f"no sample of {kind}", file=sys.stderr)
        continue
    shutil.copy(sources[kind], path(name))
    run(*exiftool, "-all=", path(name)) if kind in ("jpg", "png") else None
    run(*exiftool, *tags, path(name))
    told(name, expected)

# DICOM, written by pydicom.
def dicom(name, expected, **elements):
    data = pydicom.dataset.Dataset()
    data.file_meta = pydicom.dataset.FileMetaDataset()
    data.file_meta.TransferSyntaxUID = "1.2.840.10008.1.2.1"
    data.file_meta.MediaStorageSOPClassUID = "1.2.840.10008.5.1.4.1.1.2"
    data.file_meta.MediaStorageSOPInstanceUID = pydicom.uid.generate_uid()
    data.SOPClassUID = data.file_meta.MediaStorageSOPClassUID
    data.is_little_endian, data.is_implicit_VR = True, False
    for key, value in {"Modality": "CT", "PatientName": "", "PatientID": "", **elements}.items():
        setattr(data, key, value)
    data.save_as(path(name), write_like_original=False)
    told(name, expected)


dicom("scans/name.dcm", "Moosbrugger", PatientName="Moosbrugger^Verena", PatientBirthDate="19610417")
dicom("scans/umlaut", "Mühlöcker", SpecificCharacterSet="ISO_IR 100", PatientName="Mühlöcker^Jörg")
dicom("scans/cyrillic.dcm", "Люкceмбypг", SpecificCharacterSet="ISO_IR 144", PatientName="Люкceмбypг")
dicom("scans/korean.dcm", "김", SpecificCharacterSet=["", "ISO 2022 IR 149"], PatientName="김희중")
dicom("scans/only-id.dcm", "4471932", PatientName="Anonymous", PatientID="4471932")
dicom("scans/only-birth.dcm", "birth", PatientName="ANON", PatientBirthDate="19610417")
dicom("scans/physician.dcm", "Moosbrugger", PatientName="sub-01", ReferringPhysicianName="Moosbrugger^Verena")
dicom("scans/ultrasound.dcm", "may show names", Modality="US", PatientName="sub-01", Rows=480, Columns=640)

# Recordings.
header = "0       " + "MCH-0234567 F 02-MAY-1951 Verena_Moosbrugger".ljust(80) + "Startdate 02-MAR-2002 X X X".ljust(80)
header += "02.03.0200.00.00" + "256     " + "EDF+C".ljust(44) + "0       1       0   "
write("recordings/sleep.edf", header.encode(), "Moosbrugger")
write("recordings/sleep.bdf", b"\xffBIOSEMI" + header[8:].encode(), "Moosbrugger")
write("recordings/scan.json", json.dumps({"PatientName": "Moosbrugger^Verena", "Modality": "MR"}), "Moosbrugger")
write("recordings/patient.json", json.dumps({"resourceType": "Patient", "name": [{"family": "Moosbrugger"}], "birthDate": "1961-04-17"}), "Moosbrugger")

# Documents.
def document():
    made = docx.Document()
    made.add_paragraph("Protocol of the buffer.")
    made.core_properties.author = ""
    return made

made = document(); made.core_properties.author = "Verena Moosbrugger"; made.save(path("documents/author.docx")); told("documents/author.docx", "Moosbrugger")
made = document(); made.core_properties.last_modified_by = "Verena Moosbrugger"; made.save(path("documents/saved-by.docx")); told("documents/saved-by.docx", "Moosbrugger")


def with_parts(source, name, parts, expected):
    """A copy of a document with further or changed parts."""
    with zipfile.ZipFile(path(source)) as old, zipfile.ZipFile(path(name), "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.namelist():
            if item not in parts:
                new.writestr(item, old.read(item))
        for item, content in parts.items():
            new.writestr(item, content(old.read(item).decode()) if callable(content) else content)
    told(name, expected)


plain = document(); plain.save(path("plain.docx"))
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
with_parts("plain.docx", "documents/comment.docx", {"word/comments.xml": f'<w:comments {W}><w:comment w:id="0" w:author="Verena Moosbrugger"><w:p><w:r><w:t>too hot</w:t></w:r></w:p></w:comment></w:comments>'}, "comment.*Moosbrugger")
with_parts("plain.docx", "documents/tracked.docx", {"word/document.xml": lambda xml: xml.replace("<w:p>", '<w:p><w:ins w:id="1" w:author="Verena Moosbrugger"><w:r><w:t>new</w:t></w:r></w:ins>', 1)}, "tracked change.*Moosbrugger")
with_parts("plain.docx", "documents/custom.docx", {"docProps/custom.xml": '<Properties xmlns:vt="v"><property name="_AuthorEmail"><vt:lpwstr>verena@moosbrugger.ch</vt:lpwstr></property></Properties>'}, "verena@moosbrugger.ch")
words = "ribbon orbit velvet castle museum pencil garden umbrella shift cousin tunnel magnet"
made = document(); made.add_paragraph(words); made.save(path("documents/seed.docx")); told("documents/seed.docx", "seed phrase")
with open(path("photos/position.jpg"), "rb") as picture:
    photo = picture.read()
made = document(); made.add_picture(path("photos/position.jpg")); made.save(path("documents/picture.docx")); told("documents/picture.docx", "where")


def workbook(name, expected, change, rows=(("well", "signal"), ("A1", 0.1), ("A2", 0.2))):
    book = openpyxl.Workbook()
    book.properties.creator = ""
    for row in rows:
        book.active.append(row)
    change(book)
    book.save(path(name))
    told(name, expected)


def hide_sheet(book):
    book.create_sheet("Patients").sheet_state = "hidden"


def hide_lines(book):
    book.active.row_dimensions[2].hidden = True
    book.active.column_dimensions["B"].hidden = True


def comment(book):
    book.active["A1"].comment = openpyxl.comments.Comment("check", "Verena Moosbrugger")


people = [("Name", "Geburtsdatum", "Telefon")] + [(f"{first} {last}", datetime.date(1950 + i, 4, 1 + i), f"+41 44 632 1{i} 0{i}") for i, (first, last) in enumerate([("Verena", "Moosbrugger"), ("Jörg", "Mühlöcker"), ("Anna", "Zgraggen"), ("Beat", "Niederberger")])]
workbook("documents/author.xlsx", "Moosbrugger", lambda book: setattr(book.properties, "creator", "Verena Moosbrugger"))
workbook("documents/hidden-sheet.xlsx", "hidden sheet: Patients", hide_sheet)
workbook("documents/hidden-lines.xlsx", "hidden row.*hidden column", hide_lines)
workbook("documents/comment.xlsx", "comment.*Moosbrugger", comment)
workbook("documents/people.xlsx", "columns about persons", lambda book: None, people)
spreadsheet = path("documents/people.xlsx")
with open(spreadsheet, "rb") as file:
    embedded = file.read()
with_parts("plain.docx", "documents/embedded.docx", {"word/embeddings/Microsoft_Excel_Sheet1.xlsx": embedded}, "columns about persons")

P = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
def slides(name, parts, expected):
    with zipfile.ZipFile(path(name), "w") as new:
        base = {"[Content_Types].xml": "<Types/>", "_rels/.rels": "<Relationships/>", "ppt/presentation.xml": f"<p:presentation {P}/>"}
        for item, content in {**base, **parts}.items():
            new.writestr(item, content)
    told(name, expected)

slides("documents/hidden.pptx", {"ppt/slides/slide1.xml": f'<p:sld {P} show="0"/>'}, "hidden slide")
slides("documents/notes.pptx", {"ppt/slides/slide1.xml": f"<p:sld {P}/>", "ppt/notesSlides/notesSlide1.xml": f"<p:notes {P}><a:t>Do not mention the second cohort</a:t></p:notes>"}, "speaker notes")
slides("documents/author.pptx", {"docProps/core.xml": '<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:creator>Verena Moosbrugger</dc:creator></cp:coreProperties>'}, "Moosbrugger")

text = odf.opendocument.OpenDocumentText()
text.text.addElement(odf.text.P(text="Protocol"))
import odf.meta
text.meta.addElement(odf.meta.InitialCreator(text="Verena Moosbrugger"))
text.save(path("documents/author.odt")); told("documents/author.odt", "Moosbrugger")
write("documents/author.pdf", b"%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Annots[5 0 R]>>\nendobj\n4 0 obj\n<</Author(Verena Moosbrugger)>>\nendobj\n5 0 obj\n<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(check)/T(Verena Moosbrugger)>>\nendobj\ntrailer\n<</Root 1 0 R/Info 4 0 R/Size 6>>\n%%EOF\n", "Moosbrugger")
write("documents/letter.rtf", "{\\rtf1{\\info{\\author Verena Moosbrugger}}Hello}", "Moosbrugger")
write("documents/meeting.ics", "BEGIN:VCALENDAR\r\nORGANIZER;CN=Verena Moosbrugger:mailto:verena@moosbrugger.ch\r\nEND:VCALENDAR\r\n", "verena")
write("documents/verena.vcf", "BEGIN:VCARD\nVERSION:3.0\nFN:Verena Moosbrugger\nEND:VCARD\n", "Moosbrugger")
write("documents/note.eml", "From: Verena Moosbrugger <verena@moosbrugger.ch>\nTo: joerg@muehloecker.ch\nSubject: x\n\nhello\n", "verena")

# Tables of persons.
rows = [("Verena Moosbrugger", "17.04.1961", "verena@moosbrugger.ch", "756.9217.0769.85"), ("Jörg Mühlöcker", "02.11.1974", "joerg@muehloecker.ch", "756.1234.5678.97"), ("Anna Zgraggen", "30.06.1988", "anna@zgraggen.ch", "756.3047.5009.62")]
def table(name, header, pick, expected, separator=",", encoding="utf-8"):
    lines = [separator.join(header)] + [separator.join(pick(row)) for row in rows]
    write(name, "\n".join(lines).encode(encoding), expected)

table("tables/name-birth.csv", ["Name", "Date of birth", "Weight"], lambda row: [row[0], row[1], "70"], "columns about persons")
table("tables/german.csv", ["Vorname", "Nachname", "Wert"], lambda row: [*row[0].split(), "1"], "columns about persons", ";", "cp1252")
table("tables/mail.tsv", ["id", "contact", "dose"], lambda row: ["1", row[2], "2"], "e-mail", "\t")
table("tables/mrn.csv", ["MRN", "age", "dose"], lambda row: [str(1234567 + len(row[0])), "30", "2"], "columns about persons")
table("tables/patients.csv", ["patient", "dose"], lambda row: [row[0], "2"], "columns about persons")
table("tables/diagnosis.csv", ["name", "diagnosis"], lambda row: [row[0], "asthma"], "columns about persons")
table("tables/birth.csv", ["code", "dob", "arm"], lambda row: ["c1", row[1], "A"], "columns about persons")
table("tables/title.csv", ["Cohort 7", "", ""], lambda row: ["", "", ""], "columns about persons")
with open(path("tables/title.csv"), "a") as file:
    file.write("\nFirst name,Surname,Value\nVerena,Moosbrugger,1\nAnna,Zgraggen,2\n")
write("tables/iban.csv", "code,account\n1,CH9300762011623852957\n2,DE89370400440532013000\n", "IBAN")
write("tables/ssn.csv", "code,number\n" + "".join(f"{i},{212 + i}-4{i}-913{i}\n" for i in range(5)), "social security")
write("tables/people.json", json.dumps([{"first_name": row[0].split()[0], "last_name": row[0].split()[1], "email": row[2]} for row in rows]), "columns about persons")

write("recordings/ecg.txt", "Device: Cardio 12\nPatient name: Moosbrugger, Verena\nDOB: 17.04.1961\nRate: 500 Hz\n", "Moosbrugger")
write("recordings/result.hl7", "MSH|^~\\&|LAB\rPID|1||12^^^M||MOOSBRUGGER^VERENA||19610417|F\rOBX|1\r", "MOOSBRUGGER")
write("recordings/family.ged", "0 HEAD\n0 @I1@ INDI\n1 NAME Verena /Moosbrugger/\n", "Moosbrugger")
with sqlite3.connect(path("tables/cohort.sqlite")) as database:
    database.execute("CREATE TABLE patients (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, dose REAL)")
told("tables/cohort.sqlite", "columns about persons")
write("tables/dump.sql", "INSERT INTO p (first_name, last_name) VALUES ('Verena', 'Moosbrugger');\n", "columns about persons")

# Secrets.
key = path("secrets/keys/id_ed25519")
run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key); told("secrets/keys/id_ed25519", "private key")
shutil.copy(key, path("secrets/renamed.txt")); told("secrets/renamed.txt", "private key")
os.remove(key + ".pub")
run("openssl", "genpkey", "-algorithm", "RSA", "-out", path("secrets/server.pem")); told("secrets/server.pem", "private key")
run("openssl", "pkey", "-in", path("secrets/server.pem"), "-outform", "DER", "-out", path("secrets/server.der")); told("secrets/server.der", "private key")
run("openssl", "req", "-x509", "-key", path("secrets/server.pem"), "-subj", "/CN=lab", "-out", path("certificate.pem"))
for name in ("secrets/store.p12", "secrets/backup.bin"):
    run("openssl", "pkcs12", "-export", "-inkey", path("secrets/server.pem"), "-in", path("certificate.pem"), "-passout", "pass:x", "-out", path(name)); told(name, "private key")
run(f"{debian}/usr/bin/puttygen", key, "-O", "private", "-o", path("secrets/key.ppk")); told("secrets/key.ppk", "private key")
shutil.copy(path("secrets/key.ppk"), path("secrets/putty.txt")); told("secrets/putty.txt", "private key")
home = path("gnupg/x"); home = os.path.dirname(home); os.chmod(home, 0o700)
gpg = ["gpg", "--homedir", home, "--batch", "--pinentry-mode", "loopback", "--passphrase", ""]
run(*gpg, "--quick-gen-key", "Lab <lab@lab.test>", "ed25519")
run(*gpg, "--armor", "--output", path("secrets/key.asc"), "--export-secret-keys"); told("secrets/key.asc", "private key")
run(*gpg, "--output", path("secrets/key.gpg"), "--export-secret-keys"); told("secrets/key.gpg", "private key")
shutil.rmtree(home)
write("secrets/.env", "A=1\n", "passwords")
write("secrets/.netrc", "machine lab.ch login verena password " + drawn(12), "password")
write("secrets/.pgpass", "db:5432:lab:verena:" + drawn(12), "password")
write("secrets/.git-credentials", f"https://verena:{drawn(20)}@git.lab.ch\n", "password")
write("secrets/.npmrc", f"//npm.lab.ch/:_authToken=npm_{drawn(36)}\n", "token")
write("secrets/run.py", f'AWS_KEY = "AKIA{drawn(16, string.ascii_uppercase + string.digits)}"\n', "AWS")
write("secrets/aws/credentials", f"[default]\naws_access_key_id = AKIA{drawn(16, string.ascii_uppercase + string.digits)}\naws_secret_access_key = {drawn(40)}\n", "AWS")
write("secrets/notes.md", f"# Notes\n\ntoken: ghp_{drawn(36)}\n", "GitHub")
write("secrets/hook.yml", f"slack: xoxb-{drawn(12, string.digits)}-{drawn(24)}\n", "Slack")
write("secrets/wallet.json", json.dumps({"version": 3, "crypto": {"cipher": "aes-128-ctr", "ciphertext": secrets.token_hex(32), "kdf": "scrypt", "mac": secrets.token_hex(32)}}), "wallet")
write("secrets/seed.txt", words + "\n", "seed phrase")
write("secrets/seed.json", json.dumps({"mnemonic": words}), "seed phrase")
write("secrets/seed.ipynb", json.dumps({"cells": [{"cell_type": "code", "source": [f"phrase = '{words}'\n"], "outputs": []}]}), "seed phrase")
write("secrets/hex.ts", f"const privateKey = '0x{secrets.token_hex(32)}';\n", "private key")
write("secrets/kube/config", f"apiVersion: v1\nusers:\n- user:\n    client-key-data: {drawn(200)}\n", "key")
write("secrets/db.ini", f"[db]\npassword = {drawn(10)}x9A!\n", "password")
write("secrets/wg0.conf", f"[Interface]\nPrivateKey = {drawn(42)}1=\n", "key")

# Archives.
with zipfile.ZipFile(path("archives/all.zip"), "w") as new:
    new.write(path("scans/name.dcm"), "a/scan.dcm")
told("archives/all.zip", "Moosbrugger")
with tarfile.open(path("archives/all.tar.gz"), "w:gz") as new:
    new.add(path("secrets/server.pem"), "keys/server.pem")
told("archives/all.tar.gz", "private key")
with zipfile.ZipFile(path("archives/within.zip"), "w") as new:
    new.write(path("documents/people.xlsx"), "people.xlsx")
told("archives/within.zip", "columns about persons")
