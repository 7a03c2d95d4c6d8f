"""The API of Labroom. wallet.py signs and encrypts."""
import datetime
import json
import os
import urllib.error
import urllib.request
from wallet import decrypt, encrypt, wallet

URL = os.environ['LABROOM_URL']
# `. ./lab.env` sets these two. start.py writes that file.
CREDENTIAL = os.environ.get('LABROOM_CREDENTIAL', '')
LAB = os.environ.get('LAB', '')
service_token = None


class LabroomError(Exception):
    """A failed call. `code` and `reason` say why; a program decides by them."""

    def __init__(self, code, message, reason=None):
        super().__init__(f'{code} {reason or ""}: {message}')
        self.code, self.reason = code, reason


def fetch(url, body=None, headers=None, method=None):
    """Sends a request and returns the bytes of the answer. A dict is sent as JSON."""
    headers = dict(headers or {})
    if isinstance(body, dict):
        body, headers['content-type'] = json.dumps(body).encode(), 'application/json'
    request = urllib.request.Request(url, body, headers, method=method)
    try:
        with urllib.request.urlopen(request) as response:
            return response.read()
    except urllib.error.HTTPError as error:
        raise thrown(json.loads(error.read())['errors'][0]) from error


def api(document, **variables):
    """Runs an operation and returns its result."""
    headers = {'authorization': CREDENTIAL}
    if service_token:
        headers['x-service-token'] = service_token
    answer = json.loads(fetch(f'{URL}/graphql', {'query': document, 'variables': variables}, headers))
    if answer.get('errors'):
        raise thrown(answer['errors'][0])
    (result,) = answer['data'].values()
    error = result.pop('error', None) if isinstance(result, dict) else None
    if error:
        details = json.loads(error.get('details') or '{}')
        raise LabroomError(error['code'], error['message'], details.get('reason'))
    return result


def thrown(error):
    return LabroomError(error.get('errorType'), error['message'], (error.get('errorInfo') or {}).get('reason'))


def now():
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec='milliseconds').replace('+00:00', 'Z')


def sign_in():
    """Gets a service token: later calls act for the wallet."""
    global service_token
    me = {'wallet': wallet('address'), 'name': 'python'}
    message = api('''query($wallet: String!, $name: String!) {
      getServiceSignInMessage(walletAddress: $wallet, serviceName: $name) { message } }''', **me)['message']
    service_token = api('''mutation($wallet: String!, $name: String!, $signature: String!) {
      generateServiceToken(walletAddress: $wallet, serviceName: $name, messageSignature: $signature) {
        token error { code message details } } }''', **me, signature=wallet('sign', stdin=message))['token']


def team_of(lab):
    """The condition that only the lab's team meets."""
    template = json.loads(fetch(f'{URL}/contracts.json'))['accessConditions']['team']
    return json.dumps(template).replace('{ocl_id}', lab.lower())


def upload(lab, path, content, content_type, conditions=None, level='ADMIN'):
    """Uploads bytes to a path: public, or encrypted for the wallets that meet the conditions."""
    me, encryption = wallet('address').lower(), None
    if conditions:
        key = api('mutation { generateDataEncryptionKey { plaintextDEK encryptedDek encryptionSystem error { code message details } } }')
        content, encrypted = encrypt(content, key.pop('plaintextDEK'))
        encryption = {**key, **encrypted, 'accessControlConditions': conditions, 'encryptedBy': me, 'encryptedAt': now()}
    ticket = api('''mutation($lab: String!, $type: String!, $length: Int!) {
      initiateCreateOrUpdateFile(oclId: $lab, contentType: $type, contentLength: $length) {
        uploadToken uploadUrl headers { key value } error { code message details } } }''',
                 lab=lab, type=content_type, length=len(content))
    fetch(ticket['uploadUrl'], content, {one['key']: one['value'] for one in ticket['headers']}, 'PUT')
    return api('''mutation($lab: String!, $token: String!, $path: String!, $level: String!, $me: String!,
        $encryption: EncryptionMetadataInput) {
      finishCreateOrUpdateFile(oclId: $lab, uploadToken: $token, path: $path, accessLevel: $level, changeBy: $me,
          encryptionMetadata: $encryption) { datasetId version error { code message details } } }''',
               lab=lab, token=ticket['uploadToken'], path=path, level=level if conditions else 'PUBLIC', me=me,
               encryption=encryption)


def download(lab, path):
    """Downloads the newest version of a file, and decrypts it if it is encrypted."""
    file = api('''query($lab: String!, $path: String!) {
      dataRoomFile(oclId: $lab, path: $path) { downloadUrl accessLevel } }''', lab=lab, path=path)
    content = fetch(file['downloadUrl'])
    if file['accessLevel'] == 'PUBLIC':
        return content
    key = api('''mutation($lab: String!, $path: String!) {
      decryptDataKey(oclId: $lab, filePath: $path) { plaintextDEK iv contentHash error { code message details } } }''',
              lab=lab, path=path)
    return decrypt(content, key)
