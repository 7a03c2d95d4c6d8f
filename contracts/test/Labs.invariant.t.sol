// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {LabAccount} from "../src/LabAccount.sol";
import {OclId} from "../src/libraries/OclId.sol";
import {LabTest} from "./LabTest.sol";
import {LabsHandler} from "./actors/LabsHandler.sol";

contract LabsInvariantTest is LabTest {
    LabsHandler private handler;

    function setUp() public override {
        super.setUp();
        handler = new LabsHandler(labNft, factory, resolver, admin);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// @notice A role is active if and only if its last grant was authorized, not revoked and has not expired. Owners,
    /// and only they, have every role without a grant.
    function invariant_rolesAreWhatTheBooksSay() external view {
        for (uint256 lab = 0; lab < handler.labCount(); ++lab) {
            bytes32 oclId = labNft.oclIdOf(lab + 1);
            for (uint256 i = 0; i < handler.actorCount(); ++i) {
                address actor = handler.actors(i);
                bool isOwner = handler.holders(lab) == actor;
                uint8 role = handler.active(lab, actor);
                (uint8 stored, , ) = resolver.getRole(oclId, actor);
                vm.assertEq(stored, role);
                vm.assertEq(resolver.hasRole(oclId, actor, 1), isOwner || role >= 1);
                vm.assertEq(resolver.hasRole(oclId, actor, 2), isOwner || role >= 2);
                vm.assertEq(resolver.isAuthorizedSignerForTba(actor, labNft.accountOf(lab + 1)), isOwner);
            }
        }
    }

    /// @notice Every lab has the holder of the model, its own account controlled by this holder, and an id that never
    /// changes.
    function invariant_identitiesNeverChange() external view {
        uint256 count = handler.labCount();
        vm.assertEq(labNft.nextTokenId(), count + 1);
        for (uint256 tokenId = 1; tokenId <= count; ++tokenId) {
            address account = labNft.accountOf(tokenId);
            vm.assertEq(labNft.ownerOf(tokenId), handler.holders(tokenId - 1));
            vm.assertEq(LabAccount(payable(account)).owner(), handler.holders(tokenId - 1));
            vm.assertEq(labNft.oclIdOf(tokenId), OclId.pack(tokenId, account));
        }
    }

    function invariant_feesAreKept() external view {
        vm.assertEq(address(labNft).balance, handler.collected());
    }
}
