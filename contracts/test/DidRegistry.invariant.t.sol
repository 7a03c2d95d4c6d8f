// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {DidRegistryTest} from "./DidRegistryTest.sol";
import {DidRegistryHandler} from "./actors/DidRegistryHandler.sol";

contract DidRegistryInvariantTest is DidRegistryTest {
    DidRegistryHandler private handler;

    function setUp() public override {
        super.setUp();
        (, , bytes32 second) = mintLab(bob);
        handler = new DidRegistryHandler(registry, admin, [lab, second]);
        vm.prank(admin);
        registry.setRelayer(address(handler));
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// @notice The active DID is always the last one that both attesters signed.
    function invariant_theActiveDidIsTheLastThatBothAttestersVouchedFor() external view {
        for (uint256 i = 0; i < 2; ++i) {
            _compare(i, ACCOUNT);
            _compare(i, DATA_ROOM);
        }
    }

    function _compare(uint256 index, bytes32 subject) private view {
        string memory did = registry.getActiveDid(handler.labs(index), PROVIDER, subject);
        bytes32 expected = handler.bookOf(index, subject).didHash;
        vm.assertEq(bytes(did).length == 0 ? bytes32(0) : keccak256(bytes(did)), expected);
    }
}
