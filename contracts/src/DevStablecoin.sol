// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {IDevStablecoin} from "./interfaces/IDevStablecoin.sol";

/// @title DevStablecoin
contract DevStablecoin is IDevStablecoin, ERC3009 {
    uint256 private constant LOCAL_CHAIN_ID = 31337;

    /// @param holders Accounts that start with a balance.
    /// @param amount Balance of each of them, in units (10^-6).
    constructor(address[] memory holders, uint256 amount) ERC20("USD Coin", "USDC") EIP712("USD Coin", "2") {
        if (block.chainid != LOCAL_CHAIN_ID) revert LocalChainOnly(block.chainid);
        for (uint256 i = 0; i < holders.length; ++i) {
            _mint(holders[i], amount);
        }
    }

    /// @inheritdoc IDevStablecoin
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    /// @inheritdoc IDevStablecoin
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        _transferSigned(from, to, value, validAfter, validBefore, nonce, signature);
    }

    /// @dev Like USDC: a contract with a signature of 65 bytes can pay by this form too.
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) public override {
        _transferSigned(from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
    }

    /// @inheritdoc IDevStablecoin
    function version() external pure returns (string memory) {
        return "2";
    }

    /// @inheritdoc IDevStablecoin
    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function _transferSigned(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) private {
        bytes32 hash = _hashTypedDataV4(
            keccak256(abi.encode(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce))
        );
        if (!SignatureChecker.isValidSignatureNow(from, hash, signature)) revert ERC3009InvalidSignature();
        _transferWithAuthorization(from, to, value, validAfter, validBefore, nonce);
    }
}
