// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC3009} from "@openzeppelin/contracts/interfaces/draft-IERC3009.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IDepositCollector} from "./interfaces/IDevPaymentChannels.sol";

/// @title DevDepositCollector
/// @notice Takes deposits by EIP-3009. The nonce of the payer's authorization is the hash of channel and salt, so it
/// pays into this channel only. See [Note: the local stand-in].
contract DevDepositCollector is IDepositCollector {
    using SafeERC20 for IERC20;

    /// @dev Where the payment channels stand on every chain.
    address private constant CHANNELS = 0x4020074e9dF2ce1deE5A9C1b5c3f541D02a10003;
    uint256 private constant LOCAL_CHAIN_ID = 31337;

    error LocalChainOnly(uint256 chainId);
    error ChannelsOnly(address caller);
    error InvalidSignatureLength(uint256 length);

    constructor() {
        if (block.chainid != LOCAL_CHAIN_ID) revert LocalChainOnly(block.chainid);
    }

    /// @inheritdoc IDepositCollector
    /// @param collectorData `(validAfter, validBefore, salt, signature)` of the authorization.
    function collect(
        address payer,
        address token,
        uint256 amount,
        bytes32 channelId,
        bytes calldata collectorData
    ) external {
        if (msg.sender != CHANNELS) revert ChannelsOnly(msg.sender);
        (uint256 validAfter, uint256 validBefore, uint256 salt, bytes memory signature) = abi.decode(
            collectorData,
            (uint256, uint256, uint256, bytes)
        );
        if (signature.length != 65) revert InvalidSignatureLength(signature.length);
        bytes32 nonce = keccak256(abi.encode(channelId, salt));
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly ("memory-safe") {
            r := mload(add(signature, 0x20))
            s := mload(add(signature, 0x40))
            v := byte(0, mload(add(signature, 0x60)))
        }
        IERC3009(token).receiveWithAuthorization(payer, address(this), amount, validAfter, validBefore, nonce, v, r, s);
        IERC20(token).safeTransfer(msg.sender, amount);
    }
}
