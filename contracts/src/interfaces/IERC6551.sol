// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @title Registry that creates ERC-6551 accounts
/// @notice Deployed on every chain at 0x000000006551c19487814612e58FE06813775758 (ERC-6551, "Registry").
interface IERC6551Registry {
    event ERC6551AccountCreated(
        address account,
        address indexed implementation,
        bytes32 salt,
        uint256 chainId,
        address indexed tokenContract,
        uint256 indexed tokenId
    );

    error AccountCreationFailed();

    /// @notice Deploys the account bound to a token; does nothing if it exists.
    /// @return account The address of the account.
    function createAccount(
        address implementation,
        bytes32 salt,
        uint256 chainId,
        address tokenContract,
        uint256 tokenId
    ) external returns (address account);

    /// @notice The address of the account bound to a token, deployed or not.
    function account(
        address implementation,
        bytes32 salt,
        uint256 chainId,
        address tokenContract,
        uint256 tokenId
    ) external view returns (address account);
}

/// @title Account bound to one NFT
/// @dev ERC-165 identifier 0x6faff5f1.
interface IERC6551Account {
    receive() external payable;

    /// @notice The NFT that owns this account. Never changes.
    function token() external view returns (uint256 chainId, address tokenContract, uint256 tokenId);

    /// @notice Changes whenever the account acts. For a lab account these are `execute`, every user operation that the
    /// entry point accepts (one without call data too, because the account pays for it) and `lock`.
    ///
    /// Two equal values prove that the account made no call and paid for no user operation in between. They do not
    /// prove that nothing left it: whoever got an allowance or an operator's right before can use it, and so can the
    /// bearer of an ERC-1271 signature, because signing is no transaction. A lock stops the signatures, and nothing but
    /// the token itself stops an allowance. A buyer reads `state`, `lockedUntil` and the allowances of the account.
    function state() external view returns (uint256);

    /// @notice Whether `signer` may act for the account.
    /// @return magicValue 0x523e3260 if it may, any other value if not.
    function isValidSigner(address signer, bytes calldata context) external view returns (bytes4 magicValue);
}

/// @title Account that executes operations
/// @dev ERC-165 identifier 0x51945447.
interface IERC6551Executable {
    /// @notice Executes an operation as the account. A failing call reverts with the callee's reason.
    /// @param operation 0 CALL, 1 DELEGATECALL, 2 CREATE, 3 CREATE2; an account can reject some of them.
    /// @return result Data that the callee returned.
    function execute(
        address to,
        uint256 value,
        bytes calldata data,
        uint8 operation
    ) external payable returns (bytes memory result);
}
