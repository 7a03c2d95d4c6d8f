// The code ends with the hash of its metadata, which names every source, so that explorers show a full match.
const common = { evmVersion: 'cancun', metadata: { bytecodeHash: 'ipfs' } } as const;
// Tokens are called much more often than deployed, so they are compiled for cheap calls.
const forCalls = { optimizer: { enabled: true, runs: 1_000_000 }, viaIR: true, ...common } as const;

/** How the contracts are compiled. The manifest of a deployment repeats it. */
export const compilerSettings = {
  version: '0.8.37',
  settings: {
    default: { optimizer: { enabled: true, runs: 200 }, ...common },
    'contracts/src/LabToken.sol': forCalls,
    // Contains the code of the tokens and of the two contracts below, because it creates them.
    'contracts/src/OclTokenizer.sol': forCalls,
    'contracts/src/WrappedLabToken.sol': forCalls,
    'contracts/src/OclTermsPermissioner.sol': forCalls,
  },
} as const;
