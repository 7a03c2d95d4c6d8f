// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {ILabToken} from "../../src/interfaces/ILabToken.sol";
import {LabNFT} from "../../src/LabNFT.sol";
import {LabToken} from "../../src/LabToken.sol";
import {OclTokenizer} from "../../src/OclTokenizer.sol";
import {Vm} from "../Vm.sol";
import {HostilePolicy} from "./HostilePolicy.sol";

/// @notice Makes random calls to the tokens of three labs and keeps a model of the expected state. The invariant run
/// fails if the contracts accept what the model forbids or reject what it allows.
contract TokenizationHandler {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 public constant LABS = 3;

    struct Book {
        address holder;
        address token;
        uint256 issued;
        bool capped;
    }

    LabNFT private labNft;
    OclTokenizer private tokenizer;

    address[4] public actors;
    Book[LABS + 1] private books;

    /// @param contractActor A holder that is a contract and accepts every signature.
    constructor(LabNFT labNft_, OclTokenizer tokenizer_, address contractActor) {
        (labNft, tokenizer) = (labNft_, tokenizer_);
        for (uint256 i = 0; i < 3; ++i) actors[i] = vm.addr(_key(i));
        actors[3] = contractActor;
    }

    /// @notice Records the initial holders of the labs in the model.
    function begin() external {
        for (uint256 labId = 1; labId <= LABS; ++labId) books[labId].holder = labNft.ownerOf(labId);
    }

    function tokenize(uint256 lab, uint256 by, uint128 amount, bool signed) external {
        (uint256 labId, Book storage book) = _lab(lab);
        address caller = _actor(by);
        bytes memory signature = signed ? _signature(labId, by) : bytes("");
        string memory key = _keyOf(labId);
        bool allowed = book.token == address(0) && book.holder == caller && (signed || caller == actors[3]);
        vm.prank(caller);
        try tokenizer.tokenize(labId, amount, "LAB", key, "hash", signature) returns (ILabToken token) {
            vm.assertTrue(allowed, "tokenized without the right");
            (book.token, book.issued) = (address(token), amount);
        } catch {
            vm.assertFalse(allowed);
        }
    }

    function issue(uint256 lab, uint256 by, uint256 to, uint128 amount, bool direct) external {
        (, Book storage book) = _lab(lab);
        if (book.token == address(0)) return;
        address receiver = _actor(to);
        bool allowed = book.holder == _actor(by) && !book.capped;
        bytes memory call = direct
            ? abi.encodeCall(ILabToken.issue, (receiver, amount))
            : abi.encodeCall(tokenizer.issue, (book.token, amount, receiver));
        vm.prank(_actor(by));
        (bool ok, ) = (direct ? book.token : address(tokenizer)).call(call);
        vm.assertEq(ok, allowed);
        if (ok) book.issued += amount;
    }

    function cap(uint256 lab, uint256 by, bool direct) external {
        (, Book storage book) = _lab(lab);
        if (book.token == address(0) || by % 3 != 0) return;
        bool allowed = book.holder == _actor(by);
        bytes memory call = direct
            ? abi.encodeCall(ILabToken.cap, ())
            : abi.encodeCall(tokenizer.cap, (book.token));
        vm.prank(_actor(by));
        (bool ok, ) = (direct ? book.token : address(tokenizer)).call(call);
        vm.assertEq(ok, allowed);
        if (ok) book.capped = true;
    }

    /// @notice The upgraded policy attacks a token, and a lab without one.
    function attack(uint256 lab) external {
        (uint256 labId, Book storage book) = _lab(lab);
        HostilePolicy policy = HostilePolicy(address(tokenizer.policy()));
        policy.attack(tokenizer, ILabToken(book.token), labId);
        vm.assertFalse(policy.succeeded());
    }

    function transferLab(uint256 lab, uint256 to) external {
        (uint256 labId, Book storage book) = _lab(lab);
        vm.prank(book.holder);
        labNft.transferFrom(book.holder, _actor(to), labId);
        book.holder = _actor(to);
    }

    function transfer(uint256 lab, uint256 from, uint256 to, uint256 amount) external {
        (, Book storage book) = _lab(lab);
        if (book.token == address(0)) return;
        LabToken token = LabToken(book.token);
        amount %= token.balanceOf(_actor(from)) + 1;
        vm.prank(_actor(from));
        token.transfer(_actor(to), amount);
    }

    function burn(uint256 lab, uint256 by, uint256 amount) external {
        (, Book storage book) = _lab(lab);
        if (book.token == address(0)) return;
        LabToken token = LabToken(book.token);
        amount %= token.balanceOf(_actor(by)) + 1;
        vm.prank(_actor(by));
        token.burn(amount);
    }

    function bookOf(uint256 labId) external view returns (Book memory) {
        return books[labId];
    }

    function _lab(uint256 seed) private view returns (uint256 labId, Book storage book) {
        labId = (seed % LABS) + 1;
        book = books[labId];
    }

    function _actor(uint256 seed) private view returns (address) {
        return actors[seed % actors.length];
    }

    function _key(uint256 index) private pure returns (uint256) {
        return 0x2000 + index;
    }

    function _keyOf(uint256 labId) private view returns (string memory) {
        return string.concat(Strings.toHexString(uint256(labNft.oclIdOf(labId)), 32), "/agreements/1");
    }

    function _signature(uint256 labId, uint256 by) private view returns (bytes memory) {
        if (by % actors.length == 3) return "";
        ILabToken.Metadata memory metadata = ILabToken.Metadata(labId, address(0), _keyOf(labId), "hash");
        bytes memory text = bytes(tokenizer.permissioner().specificTermsV1(metadata));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(
            _key(by % actors.length),
            MessageHashUtils.toEthSignedMessageHash(text)
        );
        return abi.encodePacked(r, s, v);
    }
}
