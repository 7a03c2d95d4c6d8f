// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";
import {IERC6551Registry} from "../interfaces/IERC6551.sol";

/// @title Addresses of lab accounts
library LabAccounts {
    /// @notice The registry of ERC-6551, at the same address on every chain.
    IERC6551Registry internal constant REGISTRY = IERC6551Registry(0x000000006551c19487814612e58FE06813775758);

    /// @notice One account per lab, so one salt.
    bytes32 internal constant SALT = bytes32(0);

    /// @notice The account bound to a token, computed as by `REGISTRY.account`, without a call, because every role
    /// check needs it.
    function addressOf(
        address implementation,
        uint256 chainId,
        address tokenContract,
        uint256 tokenId
    ) internal pure returns (address) {
        bytes memory initCode = abi.encodePacked(
            hex"3d60ad80600a3d3981f3363d3d373d3d3d363d73",
            implementation,
            hex"5af43d82803e903d91602b57fd5bf3",
            abi.encode(SALT, chainId, tokenContract, tokenId)
        );
        return Create2.computeAddress(SALT, keccak256(initCode), address(REGISTRY));
    }
}
