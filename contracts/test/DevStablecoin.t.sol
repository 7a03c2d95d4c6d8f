// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";
import {IERC3009} from "@openzeppelin/contracts/interfaces/draft-IERC3009.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {DevStablecoin} from "../src/DevStablecoin.sol";
import {IDevStablecoin} from "../src/interfaces/IDevStablecoin.sol";
import {ISafe, SafeDeployment} from "./SafeDeployment.sol";

contract DevStablecoinTest is SafeDeployment {
    bytes32 private constant NONCE = keccak256("nonce");
    DevStablecoin private usdc;

    function setUp() public override {
        super.setUp();
        address[] memory holders = new address[](2);
        (holders[0], holders[1]) = (alice, bob);
        usdc = new DevStablecoin(holders, 1_000_000);
    }

    function test_itLooksLikeTheRealOne() external view {
        vm.assertEq(usdc.name(), "USD Coin");
        vm.assertEq(usdc.symbol(), "USDC");
        vm.assertEq(usdc.version(), "2");
        vm.assertEq(usdc.decimals(), 6);
        vm.assertEq(usdc.totalSupply(), 2_000_000);
        vm.assertEq(usdc.DOMAIN_SEPARATOR(), _domain());
    }

    function testFuzz_itExistsOnTheLocalChainOnly(uint64 chainId) external {
        vm.assume(chainId != 31337 && chainId != 0);
        vm.chainId(chainId);
        vm.expectRevert(abi.encodeWithSelector(IDevStablecoin.LocalChainOnly.selector, chainId));
        new DevStablecoin(new address[](0), 0);
    }

    function test_anyoneMints() external {
        vm.prank(outsider);
        usdc.mint(outsider, 5);
        vm.assertEq(usdc.balanceOf(outsider), 5);
    }

    function test_anAuthorizationMovesMoneyOnce() external {
        bytes memory signature = sign(ALICE_KEY, _digest(alice, carol, 10_000));
        vm.prank(outsider);
        usdc.transferWithAuthorization(alice, carol, 10_000, 0, block.timestamp + 60, NONCE, signature);
        vm.assertEq(usdc.balanceOf(carol), 10_000);
        vm.assertTrue(usdc.authorizationState(alice, NONCE));
        vm.expectRevert(abi.encodeWithSelector(ERC3009.ERC3009UsedAuthorization.selector, alice, NONCE));
        usdc.transferWithAuthorization(alice, carol, 10_000, 0, block.timestamp + 60, NONCE, signature);
    }

    function test_bothFormsOfASignatureCount() external {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(ALICE_KEY, _digest(alice, carol, 10_000));
        IERC3009(usdc).transferWithAuthorization(alice, carol, 10_000, 0, block.timestamp + 60, NONCE, v, r, s);
        vm.assertEq(usdc.balanceOf(carol), 10_000);
    }

    function test_aSafePaysToo() external {
        address safe = newSafe(alice);
        usdc.mint(safe, 10_000);
        bytes32 digest = ISafe(safe).getMessageHash(abi.encode(_digest(safe, carol, 10_000)));
        bytes memory signature = sign(ALICE_KEY, digest);
        usdc.transferWithAuthorization(safe, carol, 10_000, 0, block.timestamp + 60, NONCE, signature);
        vm.assertEq(usdc.balanceOf(carol), 10_000);
    }

    function test_aSafePaysByBothForms() external {
        address safe = newSafe(alice);
        usdc.mint(safe, 10_000);
        bytes32 digest = ISafe(safe).getMessageHash(abi.encode(_digest(safe, carol, 10_000)));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(ALICE_KEY, digest);
        IERC3009(usdc).transferWithAuthorization(safe, carol, 10_000, 0, block.timestamp + 60, NONCE, v, r, s);
        vm.assertEq(usdc.balanceOf(carol), 10_000);
    }

    function test_aSignatureForAnotherAmountIsRefused() external {
        bytes memory signature = sign(ALICE_KEY, _digest(alice, carol, 10_000));
        vm.expectRevert(ERC3009.ERC3009InvalidSignature.selector);
        usdc.transferWithAuthorization(alice, carol, 10_001, 0, block.timestamp + 60, NONCE, signature);
    }

    function test_anExpiredAuthorizationIsRefused() external {
        uint256 validBefore = block.timestamp + 60;
        bytes memory signature = sign(ALICE_KEY, _digest(alice, carol, 10_000));
        vm.warp(validBefore);
        vm.expectRevert(abi.encodeWithSelector(ERC3009.ERC3009InvalidAuthorizationTime.selector, 0, validBefore));
        usdc.transferWithAuthorization(alice, carol, 10_000, 0, validBefore, NONCE, signature);
    }

    function _digest(address from, address to, uint256 value) private view returns (bytes32) {
        bytes32 structHash = keccak256(
            abi.encode(
                keccak256(
                    "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
                ),
                from,
                to,
                value,
                0,
                block.timestamp + 60,
                NONCE
            )
        );
        return MessageHashUtils.toTypedDataHash(_domain(), structHash);
    }

    function _domain() private view returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                    keccak256("USD Coin"),
                    keccak256("2"),
                    block.chainid,
                    address(usdc)
                )
            );
    }
}
