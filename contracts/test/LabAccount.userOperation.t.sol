// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Account as ERC4337Account} from "@openzeppelin/contracts/account/Account.sol";
import {PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {LabAccount} from "../src/LabAccount.sol";
import {EntryPointTest} from "./EntryPointTest.sol";
import {ISafe} from "./SafeDeployment.sol";
import {Recorder} from "./actors/Recorder.sol";
import {SellsInValidation} from "./actors/SellsInValidation.sol";

contract LabAccountUserOperationTest is EntryPointTest {
    LabAccount private account;
    uint256 private tokenId;

    function setUp() public override {
        super.setUp();
        (account, tokenId, ) = mintLab(alice);
    }

    function test_theEntryPointIsTheCanonicalOne() external view {
        vm.assertEq(address(account.entryPoint()), 0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108);
        vm.assertEq(address(entryPoint), address(account.entryPoint()));
    }

    function test_theHoldersOperationRuns() external {
        bool[] memory succeeded = _handle(_signed(account, address(recorder), 0, _record(7), ALICE_KEY));
        vm.assertTrue(succeeded[0]);
        vm.assertEq(recorder.caller(), address(account));
        vm.assertEq(recorder.number(), 7);
    }

    function test_aOutsidersOperationIsRefused() external {
        _expectSignatureError(_signed(account, address(recorder), 0, _record(7), 0x57));
    }

    function test_anOperationCannotBeReplayedOnAnotherAccountOfTheHolder() external {
        (LabAccount other, , ) = mintLab(alice);
        PackedUserOperation memory operation = _signed(account, address(recorder), 0, _record(7), ALICE_KEY);
        operation.sender = address(other);
        _expectSignatureError(operation);
    }

    function test_oneWhoSoldTheLabSendsNoMore() external {
        PackedUserOperation memory operation = _signed(account, address(recorder), 0, _record(7), ALICE_KEY);
        vm.prank(alice);
        labNft.transferFrom(alice, bob, tokenId);
        _expectSignatureError(operation);
    }

    function test_anOperationSignedBeforeASaleInTheSameBundleDoesNotRun() external {
        (LabAccount seller, , ) = mintLab(alice);
        vm.deal(address(account), 1 ether);
        vm.prank(alice);
        labNft.approve(address(seller), tokenId);
        bytes memory sale = abi.encodeCall(IERC721.transferFrom, (alice, bob, tokenId));
        PackedUserOperation[] memory operations = new PackedUserOperation[](2);
        operations[0] = _signed(seller, address(labNft), 0, sale, ALICE_KEY);
        operations[1] = _signed(account, alice, 1 ether, "", ALICE_KEY);

        bool[] memory succeeded = _handle(operations);

        vm.assertTrue(succeeded[0]);
        vm.assertFalse(succeeded[1]);
        vm.assertEq(labNft.ownerOf(tokenId), bob);
        vm.assertEq(address(account).balance, 1 ether);
    }

    function test_aFailingCallIsAFailedOperation() external {
        bytes memory refusal = abi.encodeCall(Recorder.refuse, (1));
        bool[] memory succeeded = _handle(_signed(account, address(recorder), 0, refusal, ALICE_KEY));
        vm.assertFalse(succeeded[0]);
    }

    function test_aSafeSendsForTheLabItHolds() external {
        (LabAccount held, , ) = mintLab(newSafe(alice));
        PackedUserOperation memory operation = _operation(held, address(recorder), 0, _record(9));
        bytes32 hash = _hash(operation);
        operation.signature = sign(ALICE_KEY, ISafe(held.owner()).getMessageHash(abi.encode(hash)));
        bool[] memory succeeded = _handle(operation);
        vm.assertTrue(succeeded[0]);
        vm.assertEq(recorder.number(), 9);
    }

    function test_onlyTheEntryPointValidates() external {
        PackedUserOperation memory operation = _operation(account, address(recorder), 0, "");
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ERC4337Account.AccountUnauthorized.selector, alice));
        account.validateUserOp(operation, bytes32(0), 0);
    }

    /// @dev Three operations: the seller's, for the account; the sale, in the validation of the seller's own account;
    /// the buyer's, for the account.
    function test_anOperationOfTheSellerDoesNotRunForABuyerInTheSameBundle() external {
        (SellsInValidation seller, LabAccount sold, PackedUserOperation[] memory operations) = _saleInValidation();
        bool[] memory succeeded = _handle(operations);

        vm.assertEq(labNft.ownerOf(seller.labId()), bob);
        vm.assertFalse(succeeded[0]);
        vm.assertTrue(succeeded[1]);
        vm.assertFalse(succeeded[2]);
        vm.assertEq(address(sold).balance, 1 ether);
        vm.assertEq(outsider.balance, 0);
    }

    function test_operationsOfOneHolderShareABundle() external {
        PackedUserOperation[] memory operations = new PackedUserOperation[](2);
        for (uint192 key = 0; key < 2; ++key) {
            operations[key] = _operation(account, address(recorder), 0, _record(key + 1));
            operations[key].nonce = entryPoint.getNonce(address(account), key);
            operations[key] = _signed(operations[key], ALICE_KEY);
        }
        bool[] memory succeeded = _handle(operations);
        vm.assertTrue(succeeded[0] && succeeded[1]);
        vm.assertEq(recorder.number(), 2);
    }

    function _saleInValidation()
        private
        returns (SellsInValidation seller, LabAccount sold, PackedUserOperation[] memory operations)
    {
        seller = new SellsInValidation(labNft, bob);
        uint256 labId;
        (sold, labId, ) = mintLab(address(seller));
        seller.setLabId(labId);
        vm.deal(address(sold), 1 ether);
        operations = new PackedUserOperation[](3);
        operations[0] = _operation(sold, outsider, 1 ether, "");
        operations[0].nonce = entryPoint.getNonce(address(sold), 1);
        operations[0].signature = hex"01";
        operations[1] = _operation(sold, address(0), 0, "");
        operations[1].sender = address(seller);
        operations[1].nonce = entryPoint.getNonce(address(seller), 0);
        operations[1].callData = "";
        operations[2] = _signed(sold, bob, 1 ether, "", 0xb0b);
    }
}
