import { getAddress } from 'viem';
import { expect, test } from 'vitest';
import { networks } from './networks.ts';

test('the published contracts of Base and Base Sepolia have their published addresses', () => {
  expect(networks[8453].contracts).toMatchObject({
    labNft: '0x9F96027eeAFb9ad5F2b5d7043B36Ee96B2EeBE92',
    factory: '0xECdF4f05384056507485C90aeAb0a83268760D6E',
    accessResolver: '0x89a14Be8f7824d4775053Edad0f2fA2d6767b72B',
    tokenizer: '0x62F532C3f563D974deEc103AAb8cC597f4f9c84E',
    termsPermissioner: '0x125A12C880934826c80A54ce216B6c1F542603eE',
    didRegistry: '0x6cd3Cf3c34a18Bf48F90590c3a57708F175b2eE3',
  });
  expect(networks[84532].contracts).toMatchObject({
    factory: '0xd629FE2310b4309a212495F10A47f8436dcEfD90',
    accessResolver: '0x5493F472602C87318EA5Eff753cDD593bf9bF559',
    tokenizer: '0xEe19e0Db8a7e59538710FAF6ed3ab655BCfCdB24',
    termsPermissioner: '0x2196e7181393b8045F34b66f571F1566922Aa4dB',
    didRegistry: '0x8A23622967Cf7e3BB3219217ff685a5E4830C617',
  });
});

test('every address has a valid checksum', () => {
  for (const { contracts } of Object.values(networks))
    for (const address of Object.values(contracts)) if (address) expect(address).toBe(getAddress(address));
});
