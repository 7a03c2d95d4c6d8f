/** The entry of the package `@labroom/contracts`. `scripts/build-packages.ts` builds it. */
// biome-ignore-all lint/performance/noBarrelFile: a package needs an entry
export {
  accessResolverAbi,
  didRegistryAbi,
  labAccountAbi,
  labNftAbi,
  labTokenAbi,
  oclTermsPermissionerAbi,
  oclTokenizerAbi,
  oclTokenizerPolicyAbi,
  onChainLabFactoryAbi,
  relayerAccountAbi,
  wrappedLabTokenAbi,
} from '../abi.generated.ts';
export { type AccountMessage, accountMessageTypedData } from '../account-signature.ts';
export {
  type DidRegistryLocation,
  didProvider,
  didSubjects,
  hashLinkDidAttestation,
  hashLinkDidRequest,
  type LinkDidRequest,
  linkDidAttestationData,
  linkDidRequestData,
} from '../did-link.ts';
export {
  type DeployedContract,
  type Manifest,
  ManifestError,
  networkOf,
  parseManifest,
  publishedManifest,
} from '../manifest.ts';
export {
  type Address,
  type Administration,
  type ChainId,
  type ContractAddresses,
  type Network,
  networks,
} from '../networks.ts';
export { decodeOclId, encodeOclId, normalizeOclId, OclIdError, type OclIdParts } from '../ocl-id.ts';
export { type AcceptedAgreement, termsMessage } from '../terms-message.ts';
