import { z } from 'zod';

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'must be IP addresses or CIDR ranges',
});

/** Value of `TRUSTED_PROXIES`: proxies whose `X-Forwarded-For` is trusted, separated by commas or spaces. */
export const trustedProxies = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter((item) => item !== ''))
  .pipe(z.array(network));
