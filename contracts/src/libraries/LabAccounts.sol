// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC6551Registry} from "../interfaces/IERC6551.sol";

/// @title How the accounts of labs are addressed
library LabAccounts {
    /// @notice The registry of ERC-6551, at the same address on every chain.
    IERC6551Registry internal constant REGISTRY = IERC6551Registry(0x000000006551c19487814612e58FE06813775758);

    /// @notice One account per lab, so one salt.
    bytes32 internal constant SALT = bytes32(0);
}
