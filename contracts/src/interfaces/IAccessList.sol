// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IAccessResolver} from "./IAccessResolver.sol";

/// @title Readers of single files and folders of a lab
/// @notice A list beside the roles: an entry lets one address read one subject, and nothing else. Access conditions ask
/// `isListed`. The writers of a lab are its holder and its contributors; viewers and the owners of a Safe are none.
///
/// [Note: how an entry ends] By its expiry, by `revoke`, by `revokeAll` here or in the AccessResolver, and, if a contributor
/// granted it, with the contributor's role. Who becomes a contributor again has the entries again that are not revoked:
/// `endEntriesOf` ends them for good, and anybody may call it while the role is ended. A sale of the lab ends no entry;
/// the new holder calls `revokeAll`.
///
/// [Note: claims] A writer signs a claim, and who has the key that the claim names redeems it later for an address of
/// their choice. The link that is sent contains the key. The key signs the address, so who sees the transaction before it
/// is mined can neither take the claim nor redeem it again. At redemption the signer must still be a writer.
interface IAccessList {
    /// @param oclId The lab.
    /// @param subject What may be read, as in `isListed`.
    /// @param writer Who signs: the holder or a contributor, at the time of redemption.
    /// @param key Who may redeem: it signs the address of the reader, or is the reader and sends the transaction itself.
    /// @param expiry Of the entry, in seconds since 1970; 0 is permanent.
    /// @param deadline Last second in which the claim is redeemed.
    /// @param uses How many addresses may be listed by the claim; 1 for a single use.
    /// @param epoch `epochOf` of the lab when the claim was signed.
    /// @param salt Makes two equal claims different.
    struct Claim {
        bytes32 oclId;
        bytes32 subject;
        address writer;
        address key;
        uint48 expiry;
        uint48 deadline;
        uint32 uses;
        uint48 epoch;
        bytes32 salt;
    }

    /// @param granter The contributor with whose role the entry ends; zero for the holder.
    /// @param claim Hash of the redeemed claim; zero without one.
    event Listed(
        bytes32 indexed oclId,
        bytes32 indexed subject,
        address indexed reader,
        uint48 expiry,
        address granter,
        bytes32 claim
    );

    event Unlisted(bytes32 indexed oclId, bytes32 indexed subject, address indexed reader, address revokedBy);

    /// @notice Every entry and claim of the lab is void.
    event AllUnlisted(bytes32 indexed oclId, uint48 epoch, address revokedBy);

    /// @notice Every entry that the contributor granted is void, also if the account becomes a contributor again.
    event EntriesEnded(bytes32 indexed oclId, address indexed granter, address endedBy);

    /// @notice The claim cannot be redeemed any more.
    event ClaimCancelled(bytes32 indexed oclId, bytes32 indexed claim, address cancelledBy);

    /// @notice `account` is neither the holder nor a contributor of the lab, or changes what is the holder's.
    error NotWriter(bytes32 oclId, address account);

    /// @notice An expiry is 0, or later than now and within 100 years.
    error InvalidExpiry(uint48 expiry);

    /// @notice The claim could be redeemed until `deadline`.
    error ClaimExpired(uint48 deadline);

    /// @notice All roles or entries of the lab were revoked after the claim was signed.
    error ClaimOfFormerEpoch(uint48 epoch, uint48 present);

    /// @notice The claim was redeemed as often as it allows, or cancelled.
    error ClaimUsed(bytes32 claim);

    /// @notice The claim was redeemed for this reader before.
    error AlreadyRedeemed(bytes32 claim, address reader);

    /// @notice The signature is not one of `signer`.
    error InvalidSignature(address signer);

    /// @notice The guardian or the owner of the AccessResolver stopped new grants.
    error GrantsPaused();

    error ZeroAddress();

    /// @notice Lists a reader, or changes the expiry of an entry. For writers; a contributor changes only entries that
    /// contributors granted. Reverts while the AccessResolver is paused.
    function grant(bytes32 oclId, bytes32 subject, address reader, uint48 expiry) external;

    /// @notice Ends an entry; does nothing without one. For the holder, for the reader, and for contributors if a
    /// contributor granted it.
    function revoke(bytes32 oclId, bytes32 subject, address reader) external;

    /// @notice Ends every entry and every claim of the lab. Only for the holder.
    function revokeAll(bytes32 oclId) external;

    /// @notice Ends every entry that `granter` granted as a contributor. For the holder at any time, and for everybody while
    /// `granter` is no contributor.
    function endEntriesOf(bytes32 oclId, address granter) external;

    /// @notice Lists `reader` by a claim that a writer signed. Anybody may send it. Reverts while the AccessResolver is
    /// paused. An entry that stands is replaced only as `grant` by the claim's writer would replace it.
    /// @param writerSignature EIP-712 signature of the claim, by ECDSA or ERC-1271.
    /// @param keySignature EIP-712 signature of `Redemption(bytes32 claim,address reader)` by `claim.key`. Empty if the key
    /// is reader and sender.
    function redeem(
        Claim calldata claim,
        bytes calldata writerSignature,
        address reader,
        bytes calldata keySignature
    ) external;

    /// @notice Voids a claim. For its writer and for the holder.
    function cancel(Claim calldata claim) external;

    /// @notice Whether an entry stands. Never asks the contract that holds the lab, so it takes less than 100,000 gas.
    /// @param subject Chosen by the lab, e.g. the hash of the DID of a file or folder.
    function isListed(bytes32 oclId, bytes32 subject, address reader) external view returns (bool);

    /// @notice The expiry and the granter of an entry that stands; zeros without one.
    function entryOf(
        bytes32 oclId,
        bytes32 subject,
        address reader
    ) external view returns (bool listed, uint48 expiry, address granter);

    /// @notice How often the entries of the lab were revoked together, here or in the AccessResolver.
    function epochOf(bytes32 oclId) external view returns (uint48);

    /// @notice How often a claim was redeemed; the largest number if it was cancelled.
    function usesOf(bytes32 claim) external view returns (uint32);

    /// @notice The EIP-712 hash that the writer signs, which is also the name of the claim.
    function hashClaim(Claim calldata claim) external view returns (bytes32);

    /// @notice The EIP-712 hash that the key of a claim signs.
    function hashRedemption(bytes32 claim, address reader) external view returns (bytes32);

    /// @notice The roles that decide who writes. Never changes.
    function resolver() external view returns (IAccessResolver);
}
