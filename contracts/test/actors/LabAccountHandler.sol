// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {LabAccount} from "../../src/LabAccount.sol";
import {LabNFT} from "../../src/LabNFT.sol";
import {ILabAccount} from "../../src/interfaces/ILabAccount.sol";
import {Vm} from "../Vm.sol";

/// @notice Executes, locks, sells and lets time pass, and keeps a model of the expected state.
contract LabAccountHandler {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    LabNFT private immutable LAB_NFT;
    LabAccount private immutable ACCOUNT;
    uint256 private immutable LAB_ID;

    address[3] private actors;
    address public holder;
    uint256 public lockedUntil;
    uint256 public changes;
    uint256 public balance;

    constructor(LabNFT labNft, LabAccount account, uint256 labId, address[3] memory actors_) {
        (LAB_NFT, ACCOUNT, LAB_ID, actors) = (labNft, account, labId, actors_);
        holder = actors_[0];
        balance = address(account).balance;
    }

    function send(uint256 by, uint96 value) external {
        address caller = actors[by % 3];
        bool allowed = caller == holder && block.timestamp >= lockedUntil && value <= balance;
        vm.prank(caller);
        try ACCOUNT.execute(address(0xdead), value, "", 0) {
            vm.assertTrue(allowed, "executed without the right");
            balance -= value;
            ++changes;
        } catch {
            vm.assertFalse(allowed);
        }
    }

    function lock(uint256 by, uint32 duration) external {
        address caller = actors[by % 3];
        uint256 until = block.timestamp + (uint256(duration) % 400 days);
        bool valid = until > block.timestamp && until > lockedUntil && until <= block.timestamp + 30 days;
        vm.prank(caller);
        try ACCOUNT.lock(until) {
            vm.assertTrue(valid && caller == holder, "locked without the right");
            lockedUntil = until;
            ++changes;
        } catch (bytes memory reason) {
            bytes4 expected = caller == holder ? ILabAccount.InvalidLock.selector : ILabAccount.NotAuthorized.selector;
            vm.assertFalse(valid && caller == holder);
            vm.assertEq(bytes32(bytes4(reason)), bytes32(expected));
        }
    }

    function sell(uint256 to) external {
        vm.prank(holder);
        LAB_NFT.transferFrom(holder, actors[to % 3], LAB_ID);
        holder = actors[to % 3];
    }

    function passTime(uint32 duration) external {
        vm.warp(block.timestamp + (uint256(duration) % 200 days));
    }
}
