import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** A subscription as a browser makes it, and what the browser reads of its messages. */
export function newBrowserPush() {
  const curve = createECDH('prime256v1');
  const publicKey = curve.generateKeys();
  const auth = randomBytes(16);
  const derive = (secret: Uint8Array, salt: Uint8Array, info: Buffer | string, length: number) =>
    new Uint8Array(hkdfSync('sha256', secret, salt, info, length));
  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    /** Decrypts a message of one record (RFC 8188 and 8291). Throws if it is for another browser. */
    read(message: Buffer): { title: string; body: string } {
      const salt = message.subarray(0, 16);
      const senderKey = message.subarray(21, 21 + message.readUInt8(20));
      const record = message.subarray(21 + senderKey.length);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
      const secret = derive(curve.computeSecret(senderKey), auth, info, 32);
      const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
      const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
      const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
      const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
    },
  };
}
