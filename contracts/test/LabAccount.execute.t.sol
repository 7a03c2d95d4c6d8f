// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC1155Receiver} from "@openzeppelin/contracts/token/ERC1155/IERC1155Receiver.sol";
import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";
import {Errors} from "@openzeppelin/contracts/utils/Errors.sol";
import {ILabAccount} from "../src/interfaces/ILabAccount.sol";
import {LabAccount} from "../src/LabAccount.sol";
import {LabAccounts} from "../src/libraries/LabAccounts.sol";
import {LabTest} from "./LabTest.sol";
import {Recorder} from "./actors/Recorder.sol";
import {Reenterer} from "./actors/Reenterer.sol";
import {RefusesEther} from "./actors/RefusesEther.sol";

contract LabAccountExecuteTest is LabTest {
    LabAccount private account;
    uint256 private tokenId;
    Recorder private recorder;

    function setUp() public override {
        super.setUp();
        (account, tokenId, ) = mintLab(alice);
        recorder = new Recorder();
        vm.deal(address(account), 1 ether);
    }

    function testFuzz_theHolderCallsAnythingWithTheAccountsEther(uint96 value, uint128 number) external {
        vm.assume(value <= 1 ether);
        vm.prank(alice);
        bytes memory result = account.execute(address(recorder), value, abi.encodeCall(Recorder.record, (number)), 0);
        vm.assertEq(abi.decode(result, (uint256)), uint256(number) + 1);
        vm.assertEq(recorder.caller(), address(account));
        vm.assertEq(recorder.value(), value);
        vm.assertEq(recorder.number(), number);
    }

    /// @notice A call of the account to itself has no right of the holder.
    function test_theAccountDoesNotActThroughItself() external {
        bytes memory refused = abi.encodeWithSelector(ILabAccount.NotAuthorized.selector, address(account));
        bytes memory call = abi.encodeCall(LabAccount.lock, (block.timestamp + 1 days));
        vm.prank(alice);
        vm.expectRevert(refused);
        account.execute(address(account), 0, call, 0);
        call = abi.encodeCall(LabAccount.execute, (bob, 1, "", 0));
        vm.prank(alice);
        vm.expectRevert(refused);
        account.execute(address(account), 0, call, 0);
        vm.assertFalse(account.isLocked());
    }

    function test_whoSentTheTransactionDoesNotAct() external {
        bytes memory refused = abi.encodeWithSelector(ILabAccount.NotAuthorized.selector, outsider);
        vm.prank(outsider, alice);
        vm.expectRevert(refused);
        account.execute(outsider, 1, "", 0);
        vm.prank(outsider, alice);
        vm.expectRevert(refused);
        account.lock(block.timestamp + 1 days);
        vm.prank(alice, outsider);
        account.execute(bob, 1, "", 0);
        vm.assertEq(bob.balance, 1);
    }

    function testFuzz_nobodyElseCalls(address caller) external {
        vm.assume(caller != alice);
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(ILabAccount.NotAuthorized.selector, caller));
        account.execute(address(recorder), 0, "", 0);
    }

    function test_theEntryPointCallsOnlyAfterValidation() external {
        address entryPoint = address(account.entryPoint());
        vm.prank(entryPoint);
        vm.expectRevert(abi.encodeWithSelector(ILabAccount.NotAuthorized.selector, entryPoint));
        account.execute(address(recorder), 0, "", 0);
    }

    function test_controlGoesWithTheToken() external {
        vm.prank(alice);
        labNft.transferFrom(alice, bob, tokenId);
        vm.assertEq(account.owner(), bob);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILabAccount.NotAuthorized.selector, alice));
        account.execute(alice, 1 ether, "", 0);
        vm.prank(bob);
        account.execute(bob, 1 ether, "", 0);
        vm.assertEq(bob.balance, 1 ether);
    }

    function testFuzz_onlyCallsAreExecuted(uint8 operation) external {
        vm.assume(operation != 0);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILabAccount.OperationNotSupported.selector, operation));
        account.execute(address(recorder), 0, "", operation);
    }

    function test_aFailureKeepsItsReason() external {
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(Recorder.Refused.selector, 7));
        account.execute(address(recorder), 0, abi.encodeCall(Recorder.refuse, (7)), 0);
    }

    function test_aFailureWithoutReasonIsOneToo() external {
        address refuser = address(new RefusesEther());
        vm.prank(alice);
        vm.expectRevert(Errors.FailedCall.selector);
        account.execute(refuser, 1, "", 0);
    }

    function test_stateChangesWithEveryExecution() external {
        uint256 before = account.state();
        vm.prank(alice);
        account.execute(bob, 1, "", 0);
        vm.assertTrue(account.state() != before);
    }

    function test_aCalleeCannotCallOnInTheAccountsName() external {
        Reenterer reenterer = new Reenterer();
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILabAccount.NotAuthorized.selector, address(reenterer)));
        account.execute(address(reenterer), 0, abi.encodeCall(Reenterer.poke, ()), 0);
    }

    function test_onAnotherChainTheAccountHasNoOwner() external {
        vm.chainId(10);
        vm.assertEq(account.owner(), address(0));
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILabAccount.NotAuthorized.selector, alice));
        account.execute(alice, 1 ether, "", 0);
    }

    function test_anAccountOfATokenThatDoesNotExistHasNoOwner() external {
        address unminted = LabAccounts.REGISTRY.createAccount(
            address(implementation),
            0,
            block.chainid,
            address(labNft),
            99
        );
        address noCollection = LabAccounts.REGISTRY.createAccount(address(implementation), 0, block.chainid, bob, 1);
        vm.assertEq(LabAccount(payable(unminted)).owner(), address(0));
        vm.assertEq(LabAccount(payable(noCollection)).owner(), address(0));
    }

    function test_theEntryPointCallsNoAccountWithoutAHolder() external {
        address unminted = LabAccounts.REGISTRY.createAccount(
            address(implementation),
            0,
            block.chainid,
            address(labNft),
            99
        );
        address entryPoint = address(account.entryPoint());
        vm.prank(entryPoint);
        vm.expectRevert(abi.encodeWithSelector(ILabAccount.NotAuthorized.selector, entryPoint));
        LabAccount(payable(unminted)).execute(alice, 0, "", 0);
    }

    function test_theSmallestAddressHoldsALabLikeOthers() external {
        (LabAccount held, , ) = mintLab(address(1));
        vm.prank(address(1));
        held.execute(address(recorder), 0, abi.encodeCall(Recorder.record, (3)), 0);
        vm.assertEq(recorder.number(), 3);
    }

    function test_theCodeBehindTheAccountsBelongsToNobody() external {
        vm.assertEq(implementation.owner(), address(0));
        (uint256 chainId, address tokenContract, uint256 id) = implementation.token();
        vm.assertEq(chainId, 0);
        vm.assertEq(tokenContract, address(0));
        vm.assertEq(id, 0);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILabAccount.NotAuthorized.selector, alice));
        implementation.execute(address(recorder), 0, "", 0);
    }

    function test_theTokenIsTheLab() external view {
        (uint256 chainId, address tokenContract, uint256 id) = account.token();
        vm.assertEq(chainId, block.chainid);
        vm.assertEq(tokenContract, address(labNft));
        vm.assertEq(id, tokenId);
    }

    function test_onlyTheHolderIsAValidSigner() external view {
        vm.assertEq(bytes32(account.isValidSigner(alice, "")), bytes32(bytes4(0x523e3260)));
        vm.assertEq(bytes32(account.isValidSigner(bob, "")), bytes32(0));
        vm.assertEq(bytes32(account.isValidSigner(address(0), "")), bytes32(0));
    }

    function test_whereThereIsNoHolderNobodyIsAValidSigner() external {
        vm.chainId(10);
        vm.assertEq(account.owner(), address(0));
        vm.assertEq(bytes32(account.isValidSigner(address(0), "")), bytes32(0));
        vm.assertEq(bytes32(account.isValidSigner(alice, "")), bytes32(0));
    }

    function test_itSaysWhatItCanDo() external view {
        bytes4[7] memory known = [
            bytes4(0x01ffc9a7),
            0x6faff5f1,
            0x51945447,
            0x1626ba7e,
            0x19822f7c,
            type(IERC721Receiver).interfaceId,
            type(IERC1155Receiver).interfaceId
        ];
        for (uint256 i = 0; i < known.length; ++i) vm.assertTrue(account.supportsInterface(known[i]));
        vm.assertFalse(account.supportsInterface(0xffffffff));
    }

    function test_itTakesEtherAndTokens() external {
        vm.deal(bob, 1 ether);
        vm.prank(bob);
        (bool ok, ) = address(account).call{value: 1 ether}("");
        vm.assertTrue(ok);
        vm.assertEq(
            bytes32(account.onERC721Received(bob, bob, tokenId, "")),
            bytes32(IERC721Receiver.onERC721Received.selector)
        );
    }

    function test_itRefusesTheTokenItIsBoundTo() external {
        vm.prank(address(labNft));
        vm.expectRevert(ILabAccount.OwnershipCycle.selector);
        account.onERC721Received(alice, alice, tokenId, "");
    }

    function test_itTakesOtherTokensOfTheCollectionAndTheSameIdElsewhere() external {
        bytes32 taken = bytes32(IERC721Receiver.onERC721Received.selector);
        vm.prank(address(labNft));
        vm.assertEq(bytes32(account.onERC721Received(alice, alice, tokenId + 1, "")), taken);
        vm.chainId(block.chainid + 1);
        vm.prank(address(labNft));
        vm.assertEq(bytes32(account.onERC721Received(alice, alice, tokenId, "")), taken);
    }
}
