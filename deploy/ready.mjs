/** Ends with 0 when the service of this container should get requests: a check of health that needs no other program. */
const { ok } = await fetch('http://127.0.0.1:4000/ready');
process.exit(ok ? 0 : 1);
