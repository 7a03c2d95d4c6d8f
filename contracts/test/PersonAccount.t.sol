// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Initializable} from "@openzeppelin/contracts-upgradeable/proxy/utils/Initializable.sol";
import {MultiSignerERC7913Upgradeable} from "@openzeppelin/contracts-upgradeable/utils/cryptography/signers/MultiSignerERC7913Upgradeable.sol";
import {Account} from "@openzeppelin/contracts/account/Account.sol";
import {PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {IERC7821} from "@openzeppelin/contracts/interfaces/draft-IERC7821.sol";
import {Execution} from "@openzeppelin/contracts/interfaces/draft-IERC7579.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {AccessResolver} from "../src/AccessResolver.sol";
import {IPersonAccountFactory} from "../src/interfaces/IPersonAccountFactory.sol";
import {PersonAccount} from "../src/PersonAccount.sol";
import {PersonAccountTest} from "./PersonAccountTest.sol";
import {Vm} from "./Vm.sol";

contract PersonAccountOperationTest is PersonAccountTest {
    function test_aPasskeyActs() external {
        vm.assertTrue(act(PHONE, address(recorder), _record(7)));
        vm.assertEq(recorder.caller(), address(account));
        vm.assertEq(recorder.number(), 7);
    }

    function test_theEntryPointIsTheCanonicalOneOfVersion08() external view {
        vm.assertEq(address(account.entryPoint()), 0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108);
        vm.assertEq(address(entryPoint), address(account.entryPoint()));
    }

    function test_anotherPasskeyIsRefused() external {
        PackedUserOperation memory operation = operationOf(account, address(recorder), _record(7));
        _expectSignatureError(signedBy(STRANGER, operation));
        // The signer of the account with the assertion of another key.
        operation.signature = multi(
            passkey(PHONE),
            rawAssertion(STRANGER, _hash(operation), PRESENT_AND_VERIFIED, "webauthn.get", false)
        );
        _expectSignatureError(operation);
    }

    function test_anAssertionForAnotherOperationIsRefused() external {
        PackedUserOperation memory operation = signedBy(PHONE, operationOf(account, address(recorder), _record(7)));
        operation.callData = batch(address(recorder), _record(8));
        _expectSignatureError(operation);
    }

    function test_anOperationIsNotReplayed() external {
        PackedUserOperation memory operation = signedBy(PHONE, operationOf(account, address(recorder), _record(7)));
        vm.assertTrue(_handle(operation)[0]);
        _expectRejection(operation, "AA25 invalid account nonce");
        // Neither for another account of the same passkey.
        operation.sender = address(newAccount(passkey(PHONE), 1));
        _expectSignatureError(operation);
    }

    function test_whatIsNoVerifiedLowSAssertionIsRefused() external {
        PackedUserOperation memory operation = operationOf(account, address(recorder), _record(7));
        bytes32 hash = _hash(operation);
        bytes memory signer = passkey(PHONE);
        bytes[7] memory signatures = [
            rawAssertion(PHONE, hash, PRESENT_AND_VERIFIED, "webauthn.get", true),
            rawAssertion(PHONE, hash, 0x01, "webauthn.get", false),
            rawAssertion(PHONE, hash, 0x04, "webauthn.get", false),
            // Backed up, although it cannot be backed up.
            rawAssertion(PHONE, hash, 0x15, "webauthn.get", false),
            rawAssertion(PHONE, hash, PRESENT_AND_VERIFIED, "webauthn.create", false),
            bytes(""),
            new bytes(500)
        ];
        for (uint256 i = 0; i < signatures.length; ++i) {
            operation.signature = multi(signer, signatures[i]);
            _expectSignatureError(operation);
        }
        operation.signature = multi(signer, rawAssertion(PHONE, hash, PRESENT_AND_VERIFIED, "webauthn.get", false));
        vm.assertTrue(_handle(operation)[0]);
    }

    function test_aSignatureWithoutASignerIsRefused() external {
        PackedUserOperation memory operation = operationOf(account, address(recorder), _record(7));
        bytes[5] memory signatures = [
            bytes(""),
            abi.encode(new bytes[](0), new bytes[](0)),
            new bytes(64),
            multi(passkey(STRANGER), ""),
            sign(ALICE_KEY, _hash(operation))
        ];
        for (uint256 i = 0; i < signatures.length; ++i) {
            operation.signature = signatures[i];
            _expectSignatureError(operation);
        }
    }

    function test_anOperationEndsAtTheDeadlineInItsNonce() external {
        uint48 deadline = uint48(block.timestamp) + 120;
        PackedUserOperation memory operation = signedBy(
            PHONE,
            operationOf(account, address(recorder), _record(7), deadline)
        );
        PackedUserOperation memory later = signedBy(
            PHONE,
            operationOf(account, address(recorder), _record(8), deadline + 1)
        );
        vm.warp(deadline + 1);
        _expectRejection(operation, "AA22 expired or not due");
        vm.warp(deadline);
        vm.assertTrue(_handle(operation)[0]);
        vm.assertTrue(_handle(later)[0]);
        // Without a deadline it is valid for any time.
        operation = signedBy(PHONE, operationOf(account, address(recorder), _record(9)));
        vm.warp(deadline + 36_500 days);
        vm.assertTrue(_handle(operation)[0]);
    }

    function test_onlyTheEntryPointTheAccountAndItsWalletsExecute() external {
        bytes memory call = batch(address(recorder), _record(7));
        address[4] memory others = [alice, bundler, address(accounts), verifier];
        for (uint256 i = 0; i < others.length; ++i) {
            vm.prank(others[i], address(entryPoint));
            vm.expectRevert(abi.encodeWithSelector(Account.AccountUnauthorized.selector, others[i]));
            account.execute(BATCH, "");
        }
        vm.assertTrue(act(PHONE, address(account), abi.encodeCall(account.addSigners, (only(wallet(alice))))));
        vm.prank(alice);
        (bool ok, ) = address(account).call(call);
        vm.assertTrue(ok);
        vm.assertEq(recorder.caller(), address(account));
        vm.prank(outsider, alice);
        (ok, ) = address(account).call(call);
        vm.assertFalse(ok);
    }

    function test_validationIsForTheEntryPointAlone() external {
        PackedUserOperation memory operation = signedBy(PHONE, operationOf(account, address(recorder), _record(7)));
        bytes32 hash = _hash(operation);
        vm.prank(outsider);
        vm.expectRevert(abi.encodeWithSelector(Account.AccountUnauthorized.selector, outsider));
        account.validateUserOp(operation, hash, 1 ether);
    }

    function test_severalCallsAreDoneTogetherOrNone() external {
        Execution[] memory calls = new Execution[](2);
        calls[0] = Execution(address(recorder), 0, _record(7));
        calls[1] = Execution(address(recorder), 0, hex"ffffffff");
        PackedUserOperation memory operation = operationOf(account, address(0), "");
        operation.callData = abi.encodeCall(IERC7821.execute, (BATCH, abi.encode(calls)));
        vm.assertFalse(_handle(signedBy(PHONE, operation))[0]);
        vm.assertEq(recorder.number(), 0);
    }
}

contract PersonAccountKeysTest is PersonAccountTest {
    function test_aSecondPasskeyAndAWalletAreAddedAndAct() external {
        bytes[] memory added = new bytes[](2);
        (added[0], added[1]) = (passkey(LAPTOP), wallet(alice));
        vm.assertTrue(act(PHONE, address(account), abi.encodeCall(account.addSigners, (added))));
        vm.assertEq(account.getSignerCount(), 3);
        vm.assertTrue(act(LAPTOP, address(recorder), _record(1)));
        PackedUserOperation memory operation = operationOf(account, address(recorder), _record(2));
        operation.signature = multi(wallet(alice), sign(ALICE_KEY, _hash(operation)));
        vm.assertTrue(_handle(operation)[0]);
    }

    function test_aRemovedKeyDoesNothingFromTheSameBlockOn() external {
        bytes[] memory added = new bytes[](2);
        (added[0], added[1]) = (passkey(LAPTOP), wallet(alice));
        act(PHONE, address(account), abi.encodeCall(account.addSigners, (added)));
        PackedUserOperation memory waiting = operationOf(account, address(recorder), _record(9));
        waiting.nonce = entryPoint.getNonce(address(account), 1);
        waiting = signedBy(LAPTOP, waiting);
        bytes32 text = MessageHashUtils.toEthSignedMessageHash(bytes("text"));
        bytes memory signature = personalSignature(LAPTOP, text);
        vm.assertEq(bytes32(account.isValidSignature(text, signature)), bytes32(bytes4(0x1626ba7e)));

        vm.assertTrue(act(PHONE, address(account), abi.encodeCall(account.removeSigners, (added))));
        _expectSignatureError(waiting);
        vm.assertEq(bytes32(account.isValidSignature(text, signature)), bytes32(bytes4(0xffffffff)));
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(Account.AccountUnauthorized.selector, alice));
        account.execute(BATCH, "");
    }

    function test_theEntryPointIsToldTheLastSecondAndNoFirst() external {
        uint48[2] memory deadlines = [0, uint48(block.timestamp) + 5];
        for (uint256 i = 0; i < 2; ++i) {
            PackedUserOperation memory operation = operationOf(account, address(recorder), _record(1), deadlines[i]);
            operation = signedBy(PHONE, operation);
            bytes32 hash = _hash(operation);
            vm.prank(address(entryPoint));
            vm.assertEq(account.validateUserOp(operation, hash, 0), uint256(deadlines[i]) << 160);
        }
    }

    function test_theLastKeyStays() external {
        vm.assertFalse(act(PHONE, address(account), abi.encodeCall(account.removeSigners, (only(passkey(PHONE))))));
        vm.assertEq(account.getSignerCount(), 1);
        vm.assertTrue(act(PHONE, address(recorder), _record(1)));
    }

    function test_nobodyElseChangesTheKeys() external {
        act(PHONE, address(account), abi.encodeCall(account.addSigners, (only(wallet(alice)))));
        // Also a wallet of the account changes keys only as the account.
        address[3] memory others = [alice, outsider, bundler];
        for (uint256 i = 0; i < others.length; ++i) {
            bytes memory refused = abi.encodeWithSelector(Account.AccountUnauthorized.selector, others[i]);
            vm.prank(others[i], address(account));
            vm.expectRevert(refused);
            account.addSigners(only(wallet(outsider)));
            vm.prank(others[i], address(account));
            vm.expectRevert(refused);
            account.removeSigners(only(wallet(alice)));
        }
        Execution[] memory calls = new Execution[](1);
        calls[0] = Execution(address(account), 0, abi.encodeCall(account.addSigners, (only(wallet(bob)))));
        vm.prank(alice);
        account.execute(BATCH, abi.encode(calls));
        vm.assertTrue(account.isSigner(wallet(bob)));
    }

    function test_aKeyIsAddedOnceAndHas20BytesAtLeast() external {
        vm.assertFalse(act(PHONE, address(account), abi.encodeCall(account.addSigners, (only(passkey(PHONE))))));
        vm.assertFalse(act(PHONE, address(account), abi.encodeCall(account.addSigners, (only(new bytes(19))))));
        vm.assertEq(account.getSignerCount(), 1);
        vm.assertEq(uint256(account.threshold()), 1);
    }

    /// @notice A signer that is a contract cannot act for the account by answering every question.
    function test_aVerifierWithoutCodeSignsNothing() external {
        bytes memory mistyped = abi.encodePacked(outsider, uint256(1), uint256(2));
        act(PHONE, address(account), abi.encodeCall(account.addSigners, (only(mistyped))));
        PackedUserOperation memory operation = operationOf(account, address(recorder), _record(7));
        operation.signature = multi(mistyped, "anything");
        _expectSignatureError(operation);
    }

    function personalSignature(uint256 key, bytes32 text) internal view returns (bytes memory) {
        return assertion(key, personalHash(account, text));
    }

    function personalHash(PersonAccount of_, bytes32 text) internal view returns (bytes32) {
        (, string memory name, string memory version, uint256 chainId, address contract_, , ) = of_.eip712Domain();
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256(bytes(name)),
                keccak256(bytes(version)),
                chainId,
                contract_
            )
        );
        bytes32 structHash = keccak256(abi.encode(keccak256("PersonalSign(bytes prefixed)"), text));
        return MessageHashUtils.toTypedDataHash(domain, structHash);
    }

    function test_aSignatureIsOfOneAccountAndOneText() external {
        PersonAccount second = newAccount(passkey(PHONE), 1);
        bytes32 text = MessageHashUtils.toEthSignedMessageHash(bytes("text"));
        bytes memory signature = personalSignature(PHONE, text);
        vm.assertEq(bytes32(account.isValidSignature(text, signature)), bytes32(bytes4(0x1626ba7e)));
        bytes32 other = MessageHashUtils.toEthSignedMessageHash(bytes("other"));
        bytes32 invalid = bytes32(bytes4(0xffffffff));
        vm.assertEq(bytes32(account.isValidSignature(other, signature)), invalid);
        vm.assertEq(bytes32(second.isValidSignature(text, signature)), invalid);
        vm.assertEq(bytes32(account.isValidSignature(text, assertion(PHONE, text))), invalid);
        vm.assertEq(bytes32(account.isValidSignature(text, personalSignature(STRANGER, text))), invalid);
        vm.assertEq(bytes32(account.isValidSignature(text, "")), invalid);
    }
}

contract PersonAccountFactoryTest is PersonAccountTest {
    function test_theAddressIsKnownBefore() external {
        bytes[] memory signers = only(passkey(LAPTOP));
        address expected = accounts.addressOf(signers, 5);
        vm.assertEq(expected.code.length, 0);
        vm.expectEmit(true, true, true, true, address(accounts));
        emit IPersonAccountFactory.PersonAccountCreated(expected, signers, 5);
        vm.assertEq(accounts.createAccount(signers, 5), expected);
        vm.assertTrue(PersonAccount(payable(expected)).isSigner(signers[0]));
        vm.assertEq(PersonAccount(payable(expected)).getSignerCount(), 1);
    }

    function test_anAccountIsAnnouncedWhenItIsComplete() external {
        vm.recordLogs();
        accounts.createAccount(only(passkey(LAPTOP)), 5);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs[logs.length - 1].topics[0], IPersonAccountFactory.PersonAccountCreated.selector);
    }

    /// @notice Whoever creates it first, it obeys its keys alone.
    function test_anAccountThatExistsIsReturned() external {
        bytes[] memory signers = only(passkey(LAPTOP));
        vm.prank(outsider);
        address first = accounts.createAccount(signers, 5);
        vm.recordLogs();
        vm.assertEq(accounts.createAccount(signers, 5), first);
        vm.assertEq(vm.getRecordedLogs().length, 0);
        vm.prank(outsider);
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        PersonAccount(payable(first)).initialize(only(wallet(outsider)));
    }

    function test_otherKeysOrAnotherNumberAreAnotherAddress() external view {
        bytes[] memory signers = new bytes[](2);
        (signers[0], signers[1]) = (passkey(PHONE), wallet(alice));
        bytes[] memory swapped = new bytes[](2);
        (swapped[0], swapped[1]) = (signers[1], signers[0]);
        address one = accounts.addressOf(signers, 0);
        vm.assertTrue(one != accounts.addressOf(swapped, 0));
        vm.assertTrue(one != accounts.addressOf(signers, 1));
        vm.assertTrue(one != accounts.addressOf(only(signers[0]), 0));
    }

    function test_anAccountHasAKey() external {
        vm.expectRevert(
            abi.encodeWithSelector(MultiSignerERC7913Upgradeable.MultiSignerERC7913UnreachableThreshold.selector, 0, 1)
        );
        accounts.createAccount(new bytes[](0), 0);
        bytes[] memory same = new bytes[](2);
        (same[0], same[1]) = (wallet(alice), wallet(alice));
        vm.expectRevert(
            abi.encodeWithSelector(MultiSignerERC7913Upgradeable.MultiSignerERC7913AlreadyExists.selector, same[0])
        );
        accounts.createAccount(same, 0);
        vm.expectRevert(
            abi.encodeWithSelector(MultiSignerERC7913Upgradeable.MultiSignerERC7913InvalidSigner.selector, hex"04")
        );
        accounts.createAccount(only(hex"04"), 0);
    }

    function test_theImplementationIsNobodysAccount() external {
        PersonAccount code = PersonAccount(payable(accounts.implementation()));
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        code.initialize(only(wallet(outsider)));
        vm.assertEq(code.getSignerCount(), 0);
    }

    function test_anUndeployedAccountHoldsALabAndActsInItsFirstOperation() external {
        bytes[] memory signers = only(passkey(LAPTOP));
        account = PersonAccount(payable(accounts.addressOf(signers, 0)));
        (, , bytes32 lab) = mintLab(address(account));
        PackedUserOperation memory operation = operationOf(
            account,
            address(resolver),
            abi.encodeCall(AccessResolver.grantRole, (lab, bob, 2, 0, false))
        );
        operation.initCode = abi.encodePacked(
            accounts,
            abi.encodeCall(accounts.createAccount, (signers, 0))
        );
        operation.accountGasLimits = bytes32((uint256(2_000_000) << 128) | 1_000_000);
        vm.assertTrue(_handle(signedBy(LAPTOP, operation))[0]);
        vm.assertTrue(resolver.hasRole(lab, bob, 2));
    }
}

contract PersonAccountLabTest is PersonAccountTest {
    /// @notice No key of the account is an owner of the lab beside it.
    function test_theAccountHoldsALabAndItsKeysDoNot() external {
        (, uint256 tokenId, bytes32 lab) = mintLab(address(account));
        act(PHONE, address(account), abi.encodeCall(account.addSigners, (only(wallet(alice)))));
        vm.assertTrue(resolver.hasRole(lab, address(account), 2));
        vm.assertTrue(resolver.isAuthorizedSignerForTba(address(account), labNft.accountOf(tokenId)));
        address[3] memory others = [alice, verifier, address(accounts)];
        for (uint256 i = 0; i < others.length; ++i) vm.assertFalse(resolver.hasRole(lab, others[i], 1));
    }

    function test_aPasskeyGrantsARoleOfTheLab() external {
        (, , bytes32 lab) = mintLab(address(account));
        bytes memory call = abi.encodeCall(AccessResolver.grantRole, (lab, bob, 2, 0, false));
        vm.assertTrue(act(PHONE, address(resolver), call));
        vm.assertTrue(resolver.hasRole(lab, bob, 2));
    }

    function test_labsArriveSafely() external {
        (, uint256 tokenId, ) = mintLab(alice);
        vm.prank(alice);
        labNft.safeTransferFrom(alice, address(account), tokenId);
        vm.assertEq(labNft.ownerOf(tokenId), address(account));
        vm.deal(address(this), 1);
        (bool ok, ) = address(account).call{value: 1}("");
        vm.assertTrue(ok);
    }
}
