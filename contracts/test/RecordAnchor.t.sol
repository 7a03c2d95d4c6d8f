// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IRecordAnchor} from "../src/interfaces/IRecordAnchor.sol";
import {RecordAnchor} from "../src/RecordAnchor.sol";
import {LabTest} from "./LabTest.sol";

contract RecordAnchorTest is LabTest {
    string private constant ORIGIN = "labroom.example/record";
    bytes32 private constant KEY = "the public key of the log";
    bytes32 private constant LOG = keccak256(bytes(ORIGIN));

    address private immutable writer = vm.addr(0x317e);
    RecordAnchor private anchor;

    function setUp() public override {
        super.setUp();
        anchor = new RecordAnchor(admin);
        vm.startPrank(admin);
        anchor.setWriter(writer);
        anchor.setKey(ORIGIN, KEY);
        vm.stopPrank();
    }

    /// @notice Between the deployment and the owner's first calls nobody can do anything.
    function test_nobodyAnchorsBeforeTheOwnerNamesWriterAndKey() external {
        RecordAnchor fresh = new RecordAnchor(admin);
        vm.assertEq(fresh.owner(), admin);
        vm.assertEq(fresh.pendingOwner(), address(0));
        vm.assertEq(fresh.writer(), address(0));
        vm.assertEq(fresh.keyOf(LOG), bytes32(0));
        vm.assertEq(fresh.countOf(LOG), 0);
        vm.assertEq(uint256(fresh.newestOf(LOG).size), 0);
        address[4] memory everybody = [address(this), admin, writer, outsider];
        for (uint256 i = 0; i < everybody.length; ++i) {
            vm.prank(everybody[i]);
            vm.expectRevert(abi.encodeWithSelector(IRecordAnchor.NotWriter.selector, everybody[i]));
            fresh.anchor(LOG, 1, "root");
        }
        // Also the writer does nothing for a log without a key.
        vm.prank(admin);
        fresh.setWriter(writer);
        vm.prank(writer);
        vm.expectRevert(abi.encodeWithSelector(IRecordAnchor.UnknownLog.selector, LOG));
        fresh.anchor(LOG, 1, "root");
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableInvalidOwner.selector, address(0)));
        new RecordAnchor(address(0));
    }

    function test_aRootIsStoredAndLogged() external {
        vm.expectEmit(true, true, true, true, address(anchor));
        emit IRecordAnchor.RootAnchored(LOG, 7, "root", 0);
        _anchor(7, "root");
        IRecordAnchor.Anchored memory newest = anchor.newestOf(LOG);
        vm.assertEq(uint256(newest.size), 7);
        vm.assertEq(uint256(newest.time), block.timestamp);
        vm.assertEq(newest.root, "root");
        vm.assertEq(anchor.rootAt(LOG, 0).root, "root");
        vm.assertEq(anchor.countOf(LOG), 1);
    }

    function test_aLogOnlyGrows() external {
        _anchor(7, "root");
        uint64[4] memory sizes = [uint64(7), 6, 1, 0];
        for (uint256 i = 0; i < sizes.length; ++i) {
            vm.prank(writer);
            vm.expectRevert(abi.encodeWithSelector(IRecordAnchor.SizeNotLarger.selector, sizes[i], 7));
            anchor.anchor(LOG, sizes[i], "another");
        }
        vm.expectEmit(true, true, true, true, address(anchor));
        emit IRecordAnchor.RootAnchored(LOG, 8, "next", 1);
        _anchor(8, "next");
        vm.assertEq(anchor.newestOf(LOG).root, "next");
        vm.assertEq(anchor.rootAt(LOG, 0).root, "root");
    }

    function test_anEmptyLogIsNotAnchored() external {
        vm.prank(writer);
        vm.expectRevert(abi.encodeWithSelector(IRecordAnchor.SizeNotLarger.selector, 0, 0));
        anchor.anchor(LOG, 0, "root");
        vm.prank(writer);
        vm.expectRevert(IRecordAnchor.ZeroValue.selector);
        anchor.anchor(LOG, 1, 0);
    }

    /// @notice After the last size, nothing can be anchored; a writer who jumps there stops only itself and is exchanged for
    /// a new origin.
    function test_aJumpToTheLastSizeEndsOnlyThatLog() external {
        _anchor(type(uint64).max, "false");
        vm.prank(writer);
        vm.expectRevert(
            abi.encodeWithSelector(IRecordAnchor.SizeNotLarger.selector, type(uint64).max, type(uint64).max)
        );
        anchor.anchor(LOG, type(uint64).max, "root");
        vm.startPrank(admin);
        anchor.setWriter(bob);
        anchor.setKey("labroom.example/record2", KEY);
        vm.stopPrank();
        vm.prank(bob);
        anchor.anchor(keccak256("labroom.example/record2"), 1, "root");
    }

    function test_onlyTheWriterAnchors() external {
        address[4] memory others = [admin, alice, address(0), address(anchor)];
        for (uint256 i = 0; i < others.length; ++i) {
            vm.prank(others[i], writer);
            vm.expectRevert(abi.encodeWithSelector(IRecordAnchor.NotWriter.selector, others[i]));
            anchor.anchor(LOG, 1, "root");
        }
        vm.prank(admin);
        vm.expectEmit(true, true, true, true, address(anchor));
        emit IRecordAnchor.WriterSet(bob);
        anchor.setWriter(bob);
        vm.prank(writer);
        vm.expectRevert(abi.encodeWithSelector(IRecordAnchor.NotWriter.selector, writer));
        anchor.anchor(LOG, 1, "root");
        vm.prank(bob);
        anchor.anchor(LOG, 1, "root");
    }

    function test_onlyTheOwnerSetsWriterAndKey() external {
        address[3] memory others = [writer, alice, outsider];
        for (uint256 i = 0; i < others.length; ++i) {
            bytes memory refused = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, others[i]);
            vm.prank(others[i], admin);
            vm.expectRevert(refused);
            anchor.setWriter(others[i]);
            vm.prank(others[i], admin);
            vm.expectRevert(refused);
            anchor.setKey(ORIGIN, "another");
        }
    }

    function test_anotherKeyKeepsTheRoots() external {
        _anchor(7, "root");
        vm.expectEmit(true, true, true, true, address(anchor));
        emit IRecordAnchor.KeySet(LOG, ORIGIN, "another key");
        vm.prank(admin);
        anchor.setKey(ORIGIN, "another key");
        vm.assertEq(anchor.keyOf(LOG), "another key");
        vm.assertEq(anchor.newestOf(LOG).root, "root");
        vm.prank(writer);
        vm.expectRevert(abi.encodeWithSelector(IRecordAnchor.SizeNotLarger.selector, 6, 7));
        anchor.anchor(LOG, 6, "root");
    }

    function test_anUnknownLogIsRefused() external {
        bytes32 unknown = keccak256("unknown");
        vm.prank(writer);
        vm.expectRevert(abi.encodeWithSelector(IRecordAnchor.UnknownLog.selector, unknown));
        anchor.anchor(unknown, 1, "root");
        vm.startPrank(admin);
        vm.expectRevert(IRecordAnchor.ZeroValue.selector);
        anchor.setKey("other", 0);
        vm.expectRevert(IRecordAnchor.InvalidOrigin.selector);
        anchor.setKey("", KEY);
        vm.expectRevert(IRecordAnchor.InvalidOrigin.selector);
        anchor.setKey(string(new bytes(256)), KEY);
        anchor.setKey(string(new bytes(255)), KEY);
        vm.stopPrank();
    }

    function test_theHistoryIsBounded() external {
        vm.assertEq(anchor.HISTORY(), 64);
        for (uint64 i = 0; i < 130; ++i) _anchor(i + 1, bytes32(uint256(i + 1)));
        vm.assertEq(anchor.countOf(LOG), 130);
        for (uint256 i = 66; i < 130; ++i) vm.assertEq(anchor.rootAt(LOG, i).root, bytes32(i + 1));
        uint256[4] memory missing = [uint256(65), 0, 130, type(uint256).max];
        for (uint256 i = 0; i < missing.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IRecordAnchor.NotStored.selector, missing[i]));
            anchor.rootAt(LOG, missing[i]);
        }
    }

    function test_theOwnershipMovesInTwoStepsAndIsNeverGivenUp() external {
        vm.startPrank(admin);
        anchor.transferOwnership(bob);
        vm.expectRevert(IRecordAnchor.RenounceOwnershipDisabled.selector);
        anchor.renounceOwnership();
        vm.stopPrank();
        vm.assertEq(anchor.owner(), admin);
        vm.prank(bob);
        anchor.acceptOwnership();
        vm.assertEq(anchor.owner(), bob);
    }

    function testFuzz_sizesNeverFall(uint64[12] memory sizes) external {
        uint64 newest = 0;
        for (uint256 i = 0; i < sizes.length; ++i) {
            vm.prank(writer);
            try anchor.anchor(LOG, sizes[i], bytes32(i + 1)) {
                vm.assertTrue(sizes[i] > newest);
                newest = sizes[i];
            } catch {
                vm.assertTrue(sizes[i] <= newest);
            }
            vm.assertEq(uint256(anchor.newestOf(LOG).size), newest);
        }
    }

    function _anchor(uint64 size, bytes32 root) private {
        vm.prank(writer);
        anchor.anchor(LOG, size, root);
    }
}
