// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @notice Rejects ether.
contract RefusesEther {}
