// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ILabNFT} from "../src/interfaces/ILabNFT.sol";
import {IOnChainLabFactory} from "../src/interfaces/IOnChainLabFactory.sol";
import {LabAccount} from "../src/LabAccount.sol";
import {LabNFT} from "../src/LabNFT.sol";
import {LabAccounts} from "../src/libraries/LabAccounts.sol";
import {OclId} from "../src/libraries/OclId.sol";
import {LabTest} from "./LabTest.sol";
import {RefusesEther} from "./actors/RefusesEther.sol";

contract LabNFTTest is LabTest {
    bytes32 private constant OCL_IDENTITY_CREATED =
        0x590a719d7c96f9b866a2d115172877ec4ba3adee9f4072015839b8a80a8a0746;

    function test_mintDeploysTheAccountAndNamesTheLab() external {
        address expected = LabAccounts.REGISTRY.account(address(implementation), 0, block.chainid, address(labNft), 1);
        bytes32 oclId = OclId.pack(1, expected);
        vm.deal(alice, FEE);

        vm.expectEmit(true, true, true, true, address(labNft));
        emit ILabNFT.OclIdentityCreated(expected, oclId, 1, 0, block.chainid);
        vm.expectEmit(true, true, true, true, address(labNft));
        emit ILabNFT.OclTransfer(oclId, address(0), bob, 1);
        vm.expectEmit(true, true, true, true, address(factory));
        emit IOnChainLabFactory.AccountProvisioned(expected, bob, 1);
        vm.prank(alice);
        (address account, uint256 tokenId) = factory.mintAndCreateAccount{value: FEE}(bob);

        vm.assertEq(account, expected);
        vm.assertEq(tokenId, 1);
        vm.assertEq(labNft.ownerOf(1), bob);
        vm.assertEq(labNft.accountOf(1), expected);
        vm.assertEq(labNft.oclIdOf(1), oclId);
        vm.assertEq(labNft.nextTokenId(), 2);
        vm.assertEq(LabAccount(payable(account)).owner(), bob);
        vm.assertEq(address(labNft).balance, FEE);
    }

    function test_identityEventHasThePublishedTopic() external pure {
        vm.assertEq(ILabNFT.OclIdentityCreated.selector, OCL_IDENTITY_CREATED);
    }

    function test_mintSurvivesAnAccountDeployedBeforehand() external {
        address early = LabAccounts.REGISTRY.createAccount(
            address(implementation),
            LabAccounts.SALT,
            block.chainid,
            address(labNft),
            1
        );
        (LabAccount account, , ) = mintLab(alice);
        vm.assertEq(address(account), early);
    }

    function testFuzz_anyValueButTheFeeIsRefused(uint96 value, uint96 fee) external {
        vm.assume(value != fee);
        vm.prank(admin);
        labNft.setMintFeeWei(fee);
        vm.deal(alice, value);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILabNFT.InsufficientMintFee.selector, value, fee));
        factory.mintAndCreateAccount{value: value}(alice);
    }

    function test_onlyTheFactoryMints() external {
        vm.deal(admin, FEE);
        vm.prank(admin);
        vm.expectRevert(abi.encodeWithSelector(ILabNFT.OnlyFactory.selector, admin));
        labNft.mint{value: FEE}(admin);
    }

    function test_nobodyMintsToTheZeroAddress() external {
        vm.deal(alice, FEE);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, address(0)));
        factory.mintAndCreateAccount{value: FEE}(address(0));
    }

    function test_theLastTokenIdIsTheLargestOf80Bits() external {
        bytes32 slot = _slotOf(1);
        vm.store(address(labNft), slot, bytes32(uint256(type(uint80).max)));
        vm.assertEq(labNft.nextTokenId(), type(uint80).max);
        mintLab(alice);
        vm.deal(alice, FEE);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILabNFT.TokenIdTooLarge.selector, uint256(type(uint80).max) + 1));
        factory.mintAndCreateAccount{value: FEE}(alice);
    }

    function test_everyChangeOfHolderIsAnOclTransfer() external {
        (, uint256 tokenId, bytes32 oclId) = mintLab(alice);
        vm.expectEmit(true, true, true, true, address(labNft));
        emit ILabNFT.OclTransfer(oclId, alice, bob, tokenId);
        vm.prank(alice);
        labNft.transferFrom(alice, bob, tokenId);
        vm.assertEq(labNft.oclIdOf(tokenId), oclId);
    }

    function test_aTransferToTheHolderIsNoChange() external {
        (, uint256 tokenId, ) = mintLab(alice);
        vm.recordLogs();
        vm.prank(alice);
        labNft.transferFrom(alice, alice, tokenId);
        vm.assertEq(vm.getRecordedLogs().length, 1);
    }

    function test_noLabIsHeldByTheAccountOfALab() external {
        (LabAccount first, uint256 firstId, ) = mintLab(alice);
        (LabAccount second, uint256 secondId, ) = mintLab(alice);
        _expectForbidden(firstId, address(first));
        _expectForbidden(firstId, address(second));
        _expectForbidden(secondId, address(first));
    }

    function test_noLabIsHeldByALabAccountOfAnotherImplementationOrSalt() external {
        (, uint256 tokenId, ) = mintLab(alice);
        address foreign = LabAccounts.REGISTRY.createAccount(
            address(0xbeef),
            bytes32(uint256(7)),
            block.chainid,
            address(labNft),
            tokenId
        );
        _expectForbidden(tokenId, foreign);
    }

    function test_anAccountBoundToAnotherCollectionMayHoldALab() external {
        (, uint256 tokenId, ) = mintLab(alice);
        address other = LabAccounts.REGISTRY.createAccount(address(implementation), 0, block.chainid, address(this), 1);
        vm.prank(alice);
        labNft.transferFrom(alice, other, tokenId);
        vm.assertEq(labNft.ownerOf(tokenId), other);
    }

    function test_anUnmintedLabHasNoIdentity() external {
        bytes memory missing = abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, 1);
        vm.expectRevert(missing);
        labNft.accountOf(1);
        vm.expectRevert(missing);
        labNft.oclIdOf(1);
    }

    function test_theFactoryIsNamedOnce() external {
        vm.prank(admin);
        vm.expectRevert(ILabNFT.FactoryAlreadySet.selector);
        labNft.setFactory(bob);
    }

    function test_onlyTheOwnerAdministers() external {
        bytes memory refused = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, outsider);
        vm.startPrank(outsider);
        vm.expectRevert(refused);
        labNft.setFactory(outsider);
        vm.expectRevert(refused);
        labNft.setMintFeeWei(0);
        vm.expectRevert(refused);
        labNft.withdrawFees(payable(outsider));
        vm.stopPrank();
    }

    function test_ownershipMovesInTwoSteps() external {
        vm.prank(admin);
        labNft.transferOwnership(bob);
        vm.assertEq(labNft.owner(), admin);
        vm.prank(bob);
        labNft.acceptOwnership();
        vm.assertEq(labNft.owner(), bob);
    }

    function test_feesGoWhereTheOwnerSays() external {
        mintLab(alice);
        mintLab(alice);
        vm.expectEmit(true, true, true, true, address(labNft));
        emit ILabNFT.FeesWithdrawn(carol, 2 * FEE);
        vm.prank(admin);
        labNft.withdrawFees(payable(carol));
        vm.assertEq(carol.balance, 2 * FEE);
    }

    function test_feesStayWhenTheReceiverRefuses() external {
        mintLab(alice);
        address payable refuser = payable(address(new RefusesEther()));
        vm.startPrank(admin);
        vm.expectRevert(ILabNFT.WithdrawalFailed.selector);
        labNft.withdrawFees(refuser);
        vm.expectRevert(ILabNFT.ZeroAddress.selector);
        labNft.withdrawFees(payable(address(0)));
        vm.stopPrank();
        vm.assertEq(address(labNft).balance, FEE);
    }

    function test_theConstructorRefusesAMissingImplementation() external {
        vm.expectRevert(ILabNFT.ZeroAddress.selector);
        new LabNFT(admin, address(0), FEE);
    }

    function _expectForbidden(uint256 tokenId, address to) private {
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILabNFT.TransferToBoundAccountForbidden.selector, to));
        labNft.transferFrom(alice, to, tokenId);
    }

    /// @dev The storage slot of `nextTokenId`, found by its value, so that the test does not repeat the layout.
    function _slotOf(uint256 value) private view returns (bytes32) {
        for (uint256 i = 0; i < 20; ++i) {
            if (vm.load(address(labNft), bytes32(i)) == bytes32(value)) return bytes32(i);
        }
        revert("slot not found");
    }
}
