import { parseAbi } from 'viem';

/** Events of an IP-NFT collection: its own, those of EIP-721 and EIP-4906, and those of an owned proxy. */
export const legacyCollectionAbi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  'event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)',
  'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
  'event MetadataUpdate(uint256 tokenId)',
  'event BatchMetadataUpdate(uint256 fromTokenId, uint256 toTokenId)',
  'event Reserved(address indexed reserver, uint256 indexed reservationId)',
  'event IPNFTMinted(address indexed owner, uint256 indexed tokenId, string tokenURI, string symbol)',
  'event ReadAccessGranted(uint256 indexed tokenId, address indexed reader, uint256 until)',
  'event SymbolUpdated(uint256 indexed tokenId, string symbol)',
  'event AuthorizerUpdated(address authorizer)',
  'event Initialized(uint8 version)',
  'event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)',
  'event Upgraded(address indexed implementation)',
]);
