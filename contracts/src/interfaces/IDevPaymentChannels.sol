// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @title Payment channels of the local chain
/// @notice What `batch-settlement` of x402 needs of its contract: escrow of a payer for one receiver, from which the
/// receiver claims what the payer signed. One claim pays for any number of calls.
///
/// [Note: the local stand-in] On public chains the contract of x402 stands at one address, which stock clients know. Its
/// code is not part of any package, so the local chain has this one at the same address
/// (`local/chain/payment-channels.ts`). It has the functions, signatures and limits that payers and gateways use, and no
/// refunds.
interface IDevPaymentChannels {
    /// @notice What a channel is. Its id is the EIP-712 hash of this, so none of it can change.
    struct ChannelConfig {
        address payer;
        /// Signs vouchers.
        address payerAuthorizer;
        address receiver;
        /// Signs claims.
        address receiverAuthorizer;
        address token;
        /// Seconds between the announcement of a withdrawal and the withdrawal.
        uint40 withdrawDelay;
        bytes32 salt;
    }

    struct Voucher {
        ChannelConfig channel;
        uint128 maxClaimableAmount;
    }

    struct VoucherClaim {
        Voucher voucher;
        /// Of the voucher, by `payerAuthorizer`.
        bytes signature;
        /// All that was ever claimed from the channel, this claim included.
        uint128 totalClaimed;
    }

    event Deposited(bytes32 indexed channelId, address indexed sender, uint128 amount, uint128 newBalance);
    event Claimed(bytes32 indexed channelId, address indexed sender, uint128 claimAmount, uint128 newTotalClaimed);
    event Settled(address indexed receiver, address indexed token, address indexed sender, uint128 amount);
    event WithdrawInitiated(bytes32 indexed channelId, uint128 amount, uint40 finalizeAfter);
    event WithdrawFinalized(bytes32 indexed channelId, address indexed sender, uint128 amount);

    error LocalChainOnly(uint256 chainId);
    error InvalidChannel();
    error WithdrawDelayOutOfRange();
    error ZeroDeposit();
    error DepositCollectionFailed();
    error EmptyBatch();
    error InvalidSignature();
    error NotReceiverAuthorizer();
    error ClaimExceedsCeiling();
    error ClaimExceedsBalance();
    error NothingToWithdraw();
    error WithdrawalAlreadyPending();
    error WithdrawalNotPending();
    error WithdrawAmountExceedsAvailable();
    error WithdrawDelayNotElapsed();

    /// @notice Adds `amount` to a channel. `collector` must bring it here in this call.
    function deposit(
        ChannelConfig calldata config,
        uint128 amount,
        address collector,
        bytes calldata collectorData
    ) external;

    /// @notice Records what the receiver claims. All or nothing; a total that is not above the recorded one changes
    /// nothing, so a repeated claim is none. Anyone may send it.
    /// @param authorizerSignature Of `getClaimBatchDigest`, by the `receiverAuthorizer` of all channels.
    function claimWithSignature(VoucherClaim[] calldata claims, bytes calldata authorizerSignature) external;

    /// @notice Sends a receiver what was claimed and not sent yet. Anyone may send it.
    function settle(address receiver, address token) external;

    /// @notice Announces that the payer takes out `amount`. What is claimed until then stays the receiver's.
    function initiateWithdraw(ChannelConfig calldata config, uint128 amount) external;

    /// @notice Takes out what was announced, as far as it is still there, after the delay of the channel.
    function finalizeWithdraw(ChannelConfig calldata config) external;

    /// @notice All that was deposited and not taken out, and all that was claimed of it.
    function channels(bytes32 channelId) external view returns (uint128 balance, uint128 totalClaimed);

    /// @notice `initiatedAt` is 0 without an announced withdrawal.
    function pendingWithdrawals(bytes32 channelId) external view returns (uint128 amount, uint40 initiatedAt);

    function receivers(address receiver, address token)
        external
        view
        returns (uint128 totalClaimed, uint128 totalSettled);

    function refundNonce(bytes32 channelId) external view returns (uint256);

    function getChannelId(ChannelConfig calldata config) external view returns (bytes32);

    function getVoucherDigest(bytes32 channelId, uint128 maxClaimableAmount) external view returns (bytes32);

    function getClaimBatchDigest(VoucherClaim[] calldata claims) external view returns (bytes32);
}

/// @notice Brings the tokens of a deposit to the channels.
interface IDepositCollector {
    function collect(
        address payer,
        address token,
        uint256 amount,
        bytes32 channelId,
        bytes calldata collectorData
    ) external;
}
