"""Signs, encrypts and sends transactions. Needs the packages `cryptography` and `pycryptodome`, and nothing else."""
import base64
import hashlib
import json
import os
import time
import urllib.request
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

try:
    from Crypto.Hash import keccak
except ImportError:  # As Debian calls it.
    from Cryptodome.Hash import keccak

KEY = int(os.environ['PRIVATE_KEY'], 16)
P = 2**256 - 2**32 - 977
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141


def keccak256(data):
    return keccak.new(digest_bits=256, data=data).digest()


def from_hex(text):
    return bytes.fromhex(text[2:])


# --- Signatures on secp256k1

def add(one, other):
    """The sum of two points of the curve; None is zero."""
    if one is None or other is None:
        return one or other
    (x1, y1), (x2, y2) = one, other
    if x1 == x2 and (y1 + y2) % P == 0:
        return None
    slope = 3 * x1 * x1 * pow(2 * y1, -1, P) if one == other else (y2 - y1) * pow(x2 - x1, -1, P)
    x = (slope * slope - x1 - x2) % P
    return x, (slope * (x1 - x) - y1) % P


def times(factor, point):
    result = None
    while factor:
        if factor & 1:
            result = add(result, point)
        point, factor = add(point, point), factor >> 1
    return result


private_key = ec.derive_private_key(KEY, ec.SECP256K1())
public = private_key.public_key().public_numbers()
BASE = (0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
        0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8)


def checksummed(address):
    digest = keccak256(address.hex().encode()).hex()
    return '0x' + ''.join(one.upper() if int(at, 16) > 7 else one for one, at in zip(address.hex(), digest))


ADDRESS = checksummed(keccak256(public.x.to_bytes(32, 'big') + public.y.to_bytes(32, 'big'))[12:])


def sign_digest(digest):
    """r, s and the parity that tells the signer's key from the other one."""
    signed = private_key.sign(digest, ec.ECDSA(utils.Prehashed(hashes.SHA256())))
    r, s = utils.decode_dss_signature(signed)
    s = min(s, N - s)
    z, inverse = int.from_bytes(digest, 'big'), pow(r, -1, N)
    root = pow(r**3 + 7, (P + 1) // 4, P)
    for parity in (0, 1):
        point = (r, root if root % 2 == parity else P - root)
        if add(times(s * inverse % N, point), times(-z * inverse % N, BASE)) == (public.x, public.y):
            return r, s, parity
    return sign_digest(digest)  # r was reduced, which hardly ever happens.


def signature_of(digest):
    r, s, parity = sign_digest(digest)
    return '0x' + (r.to_bytes(32, 'big') + s.to_bytes(32, 'big') + bytes([27 + parity])).hex()


# --- Typed data (EIP-712)

def encode_type(name, types):
    found, waiting = set(), [name]
    while waiting:
        one = waiting.pop()
        if one in types and one not in found:
            found.add(one)
            waiting += [field['type'].split('[')[0] for field in types[one]]
    order = [name, *sorted(found - {name})]
    return ''.join(one + '(' + ','.join(f'{field["type"]} {field["name"]}' for field in types[one]) + ')' for one in order)


def hash_struct(name, value, types):
    parts = [encode_typed(field['type'], value[field['name']], types) for field in types[name]]
    return keccak256(keccak256(encode_type(name, types).encode()) + b''.join(parts))


def encode_typed(kind, value, types):
    if kind.endswith(']'):
        return keccak256(b''.join(encode_typed(kind[:kind.rindex('[')], one, types) for one in value))
    if kind in types:
        return hash_struct(kind, value, types)
    if kind == 'string':
        return keccak256(value.encode())
    if kind == 'bytes':
        return keccak256(from_hex(value))
    return encode_word(kind, value)


def typed_digest(data):
    kinds = {'name': 'string', 'version': 'string', 'chainId': 'uint256', 'verifyingContract': 'address', 'salt': 'bytes32'}
    domain = [{'name': name, 'type': kind} for name, kind in kinds.items() if name in data['domain']]
    types = {**data['types'], 'EIP712Domain': domain}
    parts = hash_struct('EIP712Domain', data['domain'], types) + hash_struct(data['primaryType'], data['message'], types)
    return keccak256(b'\x19\x01' + parts)


# --- Calls of contracts

def encode_word(kind, value):
    if kind == 'bool':
        return int(value in (True, 'true')).to_bytes(32, 'big')
    if kind == 'address':
        return from_hex(value).rjust(32, b'\0')
    if kind.startswith('bytes'):
        return from_hex(value).ljust(32, b'\0')
    return (int(value) % 2**256).to_bytes(32, 'big')


def encode_arguments(inputs, values):
    heads, tails = [], b''
    for one, value in zip(inputs, values):
        if one['type'] not in ('string', 'bytes'):
            heads.append(encode_word(one['type'], value))
            continue
        data = value.encode() if one['type'] == 'string' else from_hex(value)
        heads.append((32 * len(inputs) + len(tails)).to_bytes(32, 'big'))
        tails += len(data).to_bytes(32, 'big') + data + b'\0' * (-len(data) % 32)
    return b''.join(heads) + tails


def decode(kind, data, at):
    word = data[at:at + 32]
    if kind in ('string', 'bytes'):
        start = int.from_bytes(word, 'big')
        size = int.from_bytes(data[start:start + 32], 'big')
        content = data[start + 32:start + 32 + size]
        return content.decode() if kind == 'string' else '0x' + content.hex()
    if kind == 'bool':
        return word[-1] == 1
    if kind == 'address':
        return checksummed(word[12:])
    if kind.startswith('bytes'):
        return '0x' + word[:int(kind[5:])].hex()
    if kind.startswith(('uint', 'int')):
        return str(int.from_bytes(word, 'big', signed=kind.startswith('int')))
    return None  # Arrays and tuples are not read here.


def signature_text(item):
    return item['name'] + '(' + ','.join(one['type'] for one in item['inputs']) + ')'


def described():
    """Addresses and ABIs, as the service publishes them."""
    with urllib.request.urlopen(os.environ['LABROOM_URL'] + '/contracts.json') as answer:
        return json.load(answer)


def function_of(contract, name):
    return next(item for item in contract['abi'] if item['type'] == 'function' and item['name'] == name)


def call_data(function, args):
    return keccak256(signature_text(function).encode())[:4] + encode_arguments(function['inputs'], args)


def rpc(method, *params):
    body = json.dumps({'jsonrpc': '2.0', 'id': 1, 'method': method, 'params': params}).encode()
    request = urllib.request.Request(os.environ['RPC_URL'], body, {'content-type': 'application/json'})
    with urllib.request.urlopen(request) as answer:
        result = json.load(answer)
    if 'error' in result:
        raise RuntimeError(result['error']['message'])
    return result['result']


def read(name, function_name, *args):
    contract = described()['contracts'][name]
    function = function_of(contract, function_name)
    call = {'to': contract['address'], 'data': '0x' + call_data(function, args).hex()}
    data = from_hex(rpc('eth_call', call, 'latest'))
    values = [decode(one['type'], data, 32 * index) for index, one in enumerate(function['outputs'])]
    return values[0] if len(values) == 1 else json.dumps(values)


def rlp(value):
    if isinstance(value, int):
        value = value.to_bytes((value.bit_length() + 7) // 8, 'big')
    if isinstance(value, bytes):
        return value if len(value) == 1 and value[0] < 0x80 else length_of(len(value), 0x80) + value
    content = b''.join(map(rlp, value))
    return length_of(len(content), 0xC0) + content


def length_of(size, offset):
    if size < 56:
        return bytes([offset + size])
    content = size.to_bytes((size.bit_length() + 7) // 8, 'big')
    return bytes([offset + 55 + len(content)]) + content


def write(name, value, function_name, *args):
    """Sends a transaction (EIP-1559), and waits until it is in a block."""
    contracts = described()['contracts']
    contract = contracts[name]
    data = call_data(function_of(contract, function_name), args)
    call = {'from': ADDRESS, 'to': contract['address'], 'value': hex(int(value)), 'data': '0x' + data.hex()}
    gas = int(rpc('eth_estimateGas', call), 16)
    tip = int(rpc('eth_maxPriorityFeePerGas'), 16)
    fee = 2 * int(rpc('eth_getBlockByNumber', 'latest', False)['baseFeePerGas'], 16) + tip
    count = int(rpc('eth_getTransactionCount', ADDRESS, 'pending'), 16)
    fields = [int(rpc('eth_chainId'), 16), count, tip, fee, gas + gas // 5, from_hex(contract['address']), int(value), data, []]
    r, s, parity = sign_digest(keccak256(b'\x02' + rlp(fields)))
    sent = rpc('eth_sendRawTransaction', '0x02' + rlp([*fields, parity, r, s]).hex())
    while (receipt := rpc('eth_getTransactionReceipt', sent)) is None:
        time.sleep(0.2)
    if int(receipt['status'], 16) != 1:
        raise RuntimeError(f'Transaction {sent} reverted')
    return json.dumps({'hash': sent, **events_of(receipt['logs'], contracts)})


def events_of(logs, contracts):
    known = {'0x' + keccak256(signature_text(item).encode()).hex(): item
             for contract in contracts.values() for item in contract['abi'] if item['type'] == 'event'}
    events = {}
    for log in logs:
        item = known.get(log['topics'][0]) if log['topics'] else None
        indexed = [one for one in item['inputs'] if one['indexed']] if item else []
        if not item or len(indexed) != len(log['topics']) - 1:
            continue
        args = {one['name']: decode(one['type'], from_hex(topic), 0) for one, topic in zip(indexed, log['topics'][1:])
                if one['type'] not in ('string', 'bytes')}
        plain, data = [one for one in item['inputs'] if not one['indexed']], from_hex(log['data'])
        args.update({one['name']: decode(one['type'], data, 32 * index) for index, one in enumerate(plain)})
        events[item['name']] = args
    return events


# --- Files (AES-256-GCM)

def encrypt(plaintext, key):
    """The ciphertext with its tag, and what the service stores beside it."""
    iv = os.urandom(12)
    hashed = 'sha256-' + hashlib.sha256(plaintext).hexdigest()
    sealed = AESGCM(base64.b64decode(key)).encrypt(iv, plaintext, None)
    return sealed, {'iv': base64.b64encode(iv).decode(), 'contentHash': hashed}


def decrypt(sealed, released):
    """Opens a file with the answer of `decryptDataKey`."""
    key, iv = base64.b64decode(released['plaintextDEK']), base64.b64decode(released['iv'])
    plaintext = AESGCM(key).decrypt(iv, sealed, None)
    if 'sha256-' + hashlib.sha256(plaintext).hexdigest() != released['contentHash']:
        raise ValueError('The plaintext has another hash')
    return plaintext


def payment_nonce(resource, salt, body):
    return '0x' + keccak256(resource.encode() + hashlib.sha256(body.encode()).digest() + from_hex(salt)).hex()


def wallet(command, *args, stdin=''):
    """The commands of wallet.ts that sign and send."""
    if command == 'address':
        return ADDRESS
    if command == 'sign':
        text = stdin.encode()
        return signature_of(keccak256(b'\x19Ethereum Signed Message:\n' + str(len(text)).encode() + text))
    if command == 'sign-typed-data':
        return signature_of(typed_digest(json.loads(stdin)))
    if command == 'payment-nonce':
        return payment_nonce(*args, stdin)
    return {'read': read, 'write': write}[command](*args)
