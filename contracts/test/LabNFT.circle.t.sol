// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {LabAccounts} from "../src/libraries/LabAccounts.sol";
import {LabTest} from "./LabTest.sol";
import {AnswersAtGas} from "./actors/AnswersAtGas.sol";
import {GasBurner, ReturnBomb, RevertBomb} from "./actors/OwnerActors.sol";

/// @notice A collection of somebody else.
contract OtherCollection is ERC721("Other", "OTH") {
    function mint(address to, uint256 tokenId) external {
        _mint(to, tokenId);
    }
}

/// @notice A transfer cannot reject a circle over other collections, because its last step can be a transfer of the other
/// token. A view finds it.
contract LabNFTCircleTest is LabTest {
    OtherCollection private other;
    address private account;
    uint256 private tokenId;

    function setUp() public override {
        super.setUp();
        other = new OtherCollection();
        address created;
        (created, tokenId) = _mint();
        account = created;
    }

    function test_aLabOfAKeyOrAContractIsInNoCircle() external {
        vm.assertFalse(labNft.isInCircle(tokenId));
        _transfer(address(other));
        vm.assertFalse(labNft.isInCircle(tokenId));
    }

    function test_aCircleOverAnotherCollectionIsFound() external {
        other.mint(alice, 7);
        address held = _accountOf(address(other), 7);
        _transfer(held);
        vm.assertFalse(labNft.isInCircle(tokenId));
        vm.prank(alice);
        other.transferFrom(alice, account, 7);
        vm.assertTrue(labNft.isInCircle(tokenId));
    }

    /// @notice The lab's own account is known without being asked what it is bound to.
    function test_aCircleOverAnAccountWithoutCodeIsFound() external {
        other.mint(account, 7);
        _transfer(_accountOf(address(other), 7));
        vm.etch(account, "");
        vm.assertTrue(labNft.isInCircle(tokenId));
    }

    /// @notice Up to eight accounts between the lab and its own account.
    function test_longCirclesAreFoundUpToEightAccounts() external {
        for (uint256 length = 1; length < 12; ++length) {
            (address own, uint256 lab) = _mint();
            address next = own;
            for (uint256 i = 0; i < length; ++i) {
                uint256 id = length * 100 + i;
                other.mint(next, id);
                next = _accountOf(address(other), id);
            }
            vm.prank(alice);
            labNft.transferFrom(alice, next, lab);
            vm.assertEq(labNft.isInCircle(lab), length < 8);
        }
    }

    /// @notice The lab hangs on a circle of two other accounts.
    function test_aCircleWithoutTheLabsAccountIsFound() external {
        other.mint(alice, 1);
        other.mint(alice, 2);
        address first = _accountOf(address(other), 1);
        address second = _accountOf(address(other), 2);
        vm.startPrank(alice);
        other.transferFrom(alice, second, 1);
        labNft.transferFrom(alice, first, tokenId);
        vm.assertFalse(labNft.isInCircle(tokenId));
        other.transferFrom(alice, first, 2);
        vm.stopPrank();
        vm.assertTrue(labNft.isInCircle(tokenId));
    }

    function test_anAccountOfAnotherChainIsNotFollowed() external {
        other.mint(account, 1);
        address foreign = LabAccounts.REGISTRY.createAccount(
            address(implementation),
            LabAccounts.SALT,
            block.chainid + 1,
            address(other),
            1
        );
        _transfer(foreign);
        vm.assertFalse(labNft.isInCircle(tokenId));
    }

    function test_aHostileCollectionIsAskedWithALimit() external {
        address[4] memory hostile = [
            address(new GasBurner()),
            address(new ReturnBomb()),
            address(new RevertBomb()),
            outsider
        ];
        for (uint256 i = 0; i < hostile.length; ++i) {
            (, uint256 lab) = _mint();
            address held = _accountOf(hostile[i], 1);
            vm.prank(alice);
            labNft.transferFrom(alice, held, lab);
            uint256 before = gasleft();
            vm.assertFalse(labNft.isInCircle(lab));
            vm.assertTrue(before - gasleft() < 200_000);
        }
    }

    /// @notice A short answer is none, although the rest of its word could be left over from the answer before.
    function test_onlyAWholeWordIsAnAnswer() external {
        address collection = vm.addr(0xc0);
        address last = _accountOf(collection, 1);
        other.mint(last, 7);
        _transfer(_accountOf(address(other), 7));
        for (uint8 size = 0; size <= 32; ++size) {
            // PUSH32 MSTORE, and RETURN of the first bytes.
            vm.etch(collection, abi.encodePacked(hex"7f", uint256(uint160(last)), hex"5f5260", size, hex"5ff3"));
            vm.assertEq(labNft.isInCircle(tokenId), size == 32);
        }
    }

    function test_aCollectionIsAskedWithExactly100000Gas() external {
        address collection = vm.addr(0xc0);
        _transfer(_accountOf(collection, 1));
        for (uint24 gas = 99_999; gas <= 100_001; ++gas) {
            vm.etch(collection, AnswersAtGas.code(gas, 0, uint160(account)));
            vm.assertEq(labNft.isInCircle(tokenId), gas == 100_000);
        }
    }

    function test_anUnknownLabIsInNoCircle() external {
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, 99));
        labNft.isInCircle(99);
    }

    function _mint() private returns (address created, uint256 id) {
        vm.deal(address(this), FEE);
        (created, id) = factory.mintAndCreateAccount{value: FEE}(alice);
    }

    function _transfer(address to) private {
        vm.prank(alice);
        labNft.transferFrom(alice, to, tokenId);
    }

    function _accountOf(address collection, uint256 id) private returns (address) {
        return
            LabAccounts.REGISTRY.createAccount(
                address(implementation),
                LabAccounts.SALT,
                block.chainid,
                collection,
                id
            );
    }
}
