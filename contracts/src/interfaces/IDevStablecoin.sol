// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @title Stablecoin of the local chain
/// @notice 6 decimals and EIP-3009, like USDC. EIP-712 domain: name "USD Coin", version "2", the chain id and this
/// contract.
interface IDevStablecoin {
    /// @notice A stablecoin that anyone can mint is allowed on the local chain (31337) only.
    error LocalChainOnly(uint256 chainId);

    /// @notice Mints `amount` units (10^-6) to `to`. Anyone can call it.
    function mint(address to, uint256 amount) external;

    /// @notice `transferWithAuthorization` of EIP-3009 with the signature as bytes; `from` can be a contract that
    /// verifies by ERC-1271.
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external;

    /// @notice The version in the EIP-712 domain.
    function version() external view returns (string memory);

    // solhint-disable-next-line func-name-mixedcase
    function DOMAIN_SEPARATOR() external view returns (bytes32);
}
