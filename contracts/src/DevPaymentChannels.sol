// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {IDepositCollector, IDevPaymentChannels} from "./interfaces/IDevPaymentChannels.sol";

/// @title DevPaymentChannels
/// @dev Without immutables and stored settings, so that its code can be put at the address that clients know.
contract DevPaymentChannels is IDevPaymentChannels, ReentrancyGuard {
    using SafeERC20 for IERC20;

    struct ChannelState {
        uint128 balance;
        uint128 totalClaimed;
    }

    struct WithdrawalState {
        uint128 amount;
        uint40 initiatedAt;
    }

    struct ReceiverState {
        uint128 totalClaimed;
        uint128 totalSettled;
    }

    uint256 private constant LOCAL_CHAIN_ID = 31337;
    uint40 private constant MIN_WITHDRAW_DELAY = 15 minutes;
    uint40 private constant MAX_WITHDRAW_DELAY = 30 days;
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant CHANNEL_CONFIG_TYPEHASH =
        keccak256(
            "ChannelConfig(address payer,address payerAuthorizer,address receiver,address receiverAuthorizer,address token,uint40 withdrawDelay,bytes32 salt)"
        );
    bytes32 private constant VOUCHER_TYPEHASH = keccak256("Voucher(bytes32 channelId,uint128 maxClaimableAmount)");
    bytes32 private constant CLAIM_ENTRY_TYPEHASH =
        keccak256("ClaimEntry(bytes32 channelId,uint128 maxClaimableAmount,uint128 totalClaimed)");
    bytes32 private constant CLAIM_BATCH_TYPEHASH =
        keccak256(
            "ClaimBatch(ClaimEntry[] claims)ClaimEntry(bytes32 channelId,uint128 maxClaimableAmount,uint128 totalClaimed)"
        );

    mapping(bytes32 channelId => ChannelState) public channels;
    mapping(bytes32 channelId => WithdrawalState) public pendingWithdrawals;
    mapping(address receiver => mapping(address token => ReceiverState)) public receivers;

    constructor() {
        if (block.chainid != LOCAL_CHAIN_ID) revert LocalChainOnly(block.chainid);
    }

    /// @inheritdoc IDevPaymentChannels
    function deposit(
        ChannelConfig calldata config,
        uint128 amount,
        address collector,
        bytes calldata collectorData
    ) external nonReentrant {
        if (config.payer == address(0) || config.receiver == address(0)) revert InvalidChannel();
        if (config.receiverAuthorizer == address(0) || config.token == address(0)) revert InvalidChannel();
        if (config.withdrawDelay < MIN_WITHDRAW_DELAY || config.withdrawDelay > MAX_WITHDRAW_DELAY) {
            revert WithdrawDelayOutOfRange();
        }
        if (amount == 0) revert ZeroDeposit();
        bytes32 channelId = getChannelId(config);
        ChannelState storage channel = channels[channelId];
        channel.balance += amount;

        IERC20 token = IERC20(config.token);
        uint256 before = token.balanceOf(address(this));
        IDepositCollector(collector).collect(config.payer, config.token, amount, channelId, collectorData);
        if (token.balanceOf(address(this)) != before + amount) revert DepositCollectionFailed();
        emit Deposited(channelId, msg.sender, amount, channel.balance);
    }

    /// @inheritdoc IDevPaymentChannels
    function claimWithSignature(
        VoucherClaim[] calldata claims,
        bytes calldata authorizerSignature
    ) external nonReentrant {
        if (claims.length == 0) revert EmptyBatch();
        address authorizer = claims[0].voucher.channel.receiverAuthorizer;
        bytes32 digest = getClaimBatchDigest(claims);
        if (!SignatureChecker.isValidSignatureNowCalldata(authorizer, digest, authorizerSignature)) {
            revert InvalidSignature();
        }
        for (uint256 i = 0; i < claims.length; ++i) {
            if (claims[i].voucher.channel.receiverAuthorizer != authorizer) revert NotReceiverAuthorizer();
            _claim(claims[i]);
        }
    }

    /// @inheritdoc IDevPaymentChannels
    function settle(address receiver, address token) external nonReentrant {
        ReceiverState storage state = receivers[receiver][token];
        uint128 amount = state.totalClaimed - state.totalSettled;
        if (amount == 0) return;
        state.totalSettled = state.totalClaimed;
        emit Settled(receiver, token, msg.sender, amount);
        IERC20(token).safeTransfer(receiver, amount);
    }

    /// @inheritdoc IDevPaymentChannels
    function initiateWithdraw(ChannelConfig calldata config, uint128 amount) external {
        _requirePayerSide(config);
        if (amount == 0) revert NothingToWithdraw();
        bytes32 channelId = getChannelId(config);
        WithdrawalState storage withdrawal = pendingWithdrawals[channelId];
        if (withdrawal.initiatedAt != 0) revert WithdrawalAlreadyPending();
        ChannelState memory channel = channels[channelId];
        if (amount > channel.balance - channel.totalClaimed) revert WithdrawAmountExceedsAvailable();
        (withdrawal.amount, withdrawal.initiatedAt) = (amount, uint40(block.timestamp));
        emit WithdrawInitiated(channelId, amount, uint40(block.timestamp) + config.withdrawDelay);
    }

    /// @inheritdoc IDevPaymentChannels
    function finalizeWithdraw(ChannelConfig calldata config) external nonReentrant {
        _requirePayerSide(config);
        bytes32 channelId = getChannelId(config);
        WithdrawalState memory withdrawal = pendingWithdrawals[channelId];
        if (withdrawal.initiatedAt == 0) revert WithdrawalNotPending();
        if (block.timestamp < uint256(withdrawal.initiatedAt) + config.withdrawDelay) {
            revert WithdrawDelayNotElapsed();
        }
        ChannelState storage channel = channels[channelId];
        uint128 available = channel.balance - channel.totalClaimed;
        uint128 amount = withdrawal.amount < available ? withdrawal.amount : available;
        delete pendingWithdrawals[channelId];
        channel.balance -= amount;
        emit WithdrawFinalized(channelId, msg.sender, amount);
        IERC20(config.token).safeTransfer(config.payer, amount);
    }

    /// @inheritdoc IDevPaymentChannels
    function refundNonce(bytes32) external pure returns (uint256) {
        return 0;
    }

    /// @inheritdoc IDevPaymentChannels
    function getChannelId(ChannelConfig calldata config) public view returns (bytes32) {
        return _typed(keccak256(abi.encode(CHANNEL_CONFIG_TYPEHASH, config)));
    }

    /// @inheritdoc IDevPaymentChannels
    function getVoucherDigest(bytes32 channelId, uint128 maxClaimableAmount) public view returns (bytes32) {
        return _typed(keccak256(abi.encode(VOUCHER_TYPEHASH, channelId, maxClaimableAmount)));
    }

    /// @inheritdoc IDevPaymentChannels
    function getClaimBatchDigest(VoucherClaim[] calldata claims) public view returns (bytes32) {
        bytes32[] memory entries = new bytes32[](claims.length);
        for (uint256 i = 0; i < claims.length; ++i) {
            (Voucher calldata voucher, uint128 total) = (claims[i].voucher, claims[i].totalClaimed);
            entries[i] = keccak256(
                abi.encode(CLAIM_ENTRY_TYPEHASH, getChannelId(voucher.channel), voucher.maxClaimableAmount, total)
            );
        }
        return _typed(keccak256(abi.encode(CLAIM_BATCH_TYPEHASH, keccak256(abi.encodePacked(entries)))));
    }

    function _claim(VoucherClaim calldata claim) private {
        (Voucher calldata voucher, uint128 total) = (claim.voucher, claim.totalClaimed);
        bytes32 channelId = getChannelId(voucher.channel);
        ChannelState storage channel = channels[channelId];
        if (total <= channel.totalClaimed) return;
        if (total > voucher.maxClaimableAmount) revert ClaimExceedsCeiling();
        if (total > channel.balance) revert ClaimExceedsBalance();
        bytes32 digest = getVoucherDigest(channelId, voucher.maxClaimableAmount);
        (address signer, ECDSA.RecoverError failure, ) = ECDSA.tryRecoverCalldata(digest, claim.signature);
        if (failure != ECDSA.RecoverError.NoError || signer != voucher.channel.payerAuthorizer) {
            revert InvalidSignature();
        }
        uint128 amount = total - channel.totalClaimed;
        channel.totalClaimed = total;
        receivers[voucher.channel.receiver][voucher.channel.token].totalClaimed += amount;
        emit Claimed(channelId, msg.sender, amount, total);
    }

    function _requirePayerSide(ChannelConfig calldata config) private view {
        if (msg.sender != config.payer && msg.sender != config.payerAuthorizer) revert InvalidChannel();
    }

    function _typed(bytes32 structHash) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                DOMAIN_TYPEHASH,
                keccak256("x402 Batch Settlement"),
                keccak256("1"),
                block.chainid,
                address(this)
            )
        );
        return MessageHashUtils.toTypedDataHash(domain, structHash);
    }
}
