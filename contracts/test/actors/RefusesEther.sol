// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @notice Takes no ether.
contract RefusesEther {}
