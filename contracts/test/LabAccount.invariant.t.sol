// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {LabAccount} from "../src/LabAccount.sol";
import {LabTest} from "./LabTest.sol";
import {LabAccountHandler} from "./actors/LabAccountHandler.sol";

contract LabAccountInvariantTest is LabTest {
    LabAccount private account;
    LabAccountHandler private handler;

    function setUp() public override {
        super.setUp();
        uint256 labId;
        (account, labId, ) = mintLab(alice);
        vm.deal(address(account), 100 ether);
        handler = new LabAccountHandler(labNft, account, labId, [alice, bob, carol]);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// @notice Ether leaves only by the present holder's calls outside of a lock, and each act of the account changes its
    /// state by one.
    function invariant_theAccountDoesWhatItsHolderMay() external view {
        vm.assertEq(address(account).balance, handler.balance());
        vm.assertEq(account.lockedUntil(), handler.lockedUntil());
        vm.assertEq(account.isLocked(), block.timestamp < handler.lockedUntil());
        vm.assertEq(account.state(), handler.changes());
        vm.assertEq(account.owner(), handler.holder());
    }
}
