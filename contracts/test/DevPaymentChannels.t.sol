// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {DevDepositCollector} from "../src/DevDepositCollector.sol";
import {DevPaymentChannels} from "../src/DevPaymentChannels.sol";
import {DevStablecoin} from "../src/DevStablecoin.sol";
import {IDevPaymentChannels} from "../src/interfaces/IDevPaymentChannels.sol";
import {Vm} from "./Vm.sol";

contract DevPaymentChannelsTest {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    DevPaymentChannels private constant CHANNELS = DevPaymentChannels(0x4020074e9dF2ce1deE5A9C1b5c3f541D02a10003);
    address private constant COLLECTOR = 0x4020806089470a89826cB9fB1f4059150b550004;
    uint256 private constant PAYER_KEY = 0xa11ce;
    uint256 private constant RECEIVER_KEY = 0xb0b;
    uint256 private constant THIEF_KEY = 0xbad;
    uint128 private constant DEPOSIT = 100_000;
    address private immutable payer = vm.addr(PAYER_KEY);
    address private immutable receiver = vm.addr(0xcafe);
    DevStablecoin private usdc;

    function setUp() public {
        vm.warp(1_800_000_000);
        vm.etch(address(CHANNELS), address(new DevPaymentChannels()).code);
        vm.etch(COLLECTOR, address(new DevDepositCollector()).code);
        address[] memory holders = new address[](1);
        holders[0] = payer;
        usdc = new DevStablecoin(holders, 10 * DEPOSIT);
        _deposit(_config(), DEPOSIT, PAYER_KEY);
    }

    function test_aDepositIsEscrowedOnce() external {
        vm.assertEq(usdc.balanceOf(address(CHANNELS)), DEPOSIT);
        (uint128 balance, uint128 claimed) = CHANNELS.channels(CHANNELS.getChannelId(_config()));
        vm.assertEq(balance, DEPOSIT);
        vm.assertEq(claimed, 0);
        bytes memory data = _authorization(_config(), DEPOSIT, PAYER_KEY);
        vm.expectRevert();
        CHANNELS.deposit(_config(), DEPOSIT, COLLECTOR, data);
    }

    function test_anAuthorizationPaysIntoItsChannelOnly() external {
        IDevPaymentChannels.ChannelConfig memory own = _config();
        own.salt = keccak256("another");
        bytes memory data = _authorization(own, 5, PAYER_KEY);
        IDevPaymentChannels.ChannelConfig memory stolen = _config();
        stolen.receiver = vm.addr(THIEF_KEY);
        vm.expectRevert();
        CHANNELS.deposit(stolen, 5, COLLECTOR, data);
        bytes32 channelId = CHANNELS.getChannelId(own);
        vm.expectRevert(abi.encodeWithSelector(DevDepositCollector.ChannelsOnly.selector, address(this)));
        DevDepositCollector(COLLECTOR).collect(payer, address(usdc), 5, channelId, data);
    }

    function testFuzz_aReceiverGetsWhatIsSignedAndNeverMore(uint128 signed, uint128 claimed) external {
        IDevPaymentChannels.VoucherClaim[] memory claims = _claims(_config(), signed, claimed, PAYER_KEY);
        bytes memory signature = _signClaims(claims, RECEIVER_KEY);
        if (claimed > signed || claimed > DEPOSIT) {
            vm.expectRevert(
                claimed > signed
                    ? IDevPaymentChannels.ClaimExceedsCeiling.selector
                    : IDevPaymentChannels.ClaimExceedsBalance.selector
            );
            CHANNELS.claimWithSignature(claims, signature);
            return;
        }
        CHANNELS.claimWithSignature(claims, signature);
        CHANNELS.claimWithSignature(claims, signature);
        CHANNELS.settle(receiver, address(usdc));
        CHANNELS.settle(receiver, address(usdc));
        vm.assertEq(usdc.balanceOf(receiver), claimed);
        vm.assertEq(usdc.balanceOf(address(CHANNELS)), DEPOSIT - claimed);
    }

    function test_totalsAreCumulative() external {
        _claim(30_000);
        _claim(70_000);
        _claim(30_000);
        CHANNELS.settle(receiver, address(usdc));
        vm.assertEq(usdc.balanceOf(receiver), 70_000);
    }

    function test_noClaimWithoutBothSignatures() external {
        IDevPaymentChannels.VoucherClaim[] memory claims = _claims(_config(), 10, 10, THIEF_KEY);
        bytes memory signature = _signClaims(claims, RECEIVER_KEY);
        vm.expectRevert(IDevPaymentChannels.InvalidSignature.selector);
        CHANNELS.claimWithSignature(claims, signature);
        claims = _claims(_config(), 10, 10, PAYER_KEY);
        signature = _signClaims(claims, THIEF_KEY);
        vm.expectRevert(IDevPaymentChannels.InvalidSignature.selector);
        CHANNELS.claimWithSignature(claims, signature);
        vm.expectRevert(IDevPaymentChannels.EmptyBatch.selector);
        CHANNELS.claimWithSignature(new IDevPaymentChannels.VoucherClaim[](0), "");
    }

    function test_aBatchHasOneAuthorizer() external {
        IDevPaymentChannels.ChannelConfig memory other = _config();
        other.receiverAuthorizer = vm.addr(THIEF_KEY);
        IDevPaymentChannels.VoucherClaim[] memory claims = new IDevPaymentChannels.VoucherClaim[](2);
        claims[0] = _claims(other, 10, 0, PAYER_KEY)[0];
        claims[1] = _claims(_config(), 10, 10, PAYER_KEY)[0];
        bytes memory signature = _signClaims(claims, THIEF_KEY);
        vm.expectRevert(IDevPaymentChannels.NotReceiverAuthorizer.selector);
        CHANNELS.claimWithSignature(claims, signature);
    }

    function test_aVoucherIsOfOneChannel() external {
        IDevPaymentChannels.ChannelConfig memory other = _config();
        other.receiver = vm.addr(THIEF_KEY);
        IDevPaymentChannels.VoucherClaim[] memory claims = _claims(_config(), 10, 10, PAYER_KEY);
        claims[0].voucher.channel = other;
        bytes memory signature = _signClaims(claims, RECEIVER_KEY);
        vm.expectRevert(IDevPaymentChannels.ClaimExceedsBalance.selector);
        CHANNELS.claimWithSignature(claims, signature);
    }

    function testFuzz_aWithdrawalWaitsAndLeavesWhatIsClaimed(uint128 claimed) external {
        claimed %= DEPOSIT + 1;
        vm.prank(payer);
        CHANNELS.initiateWithdraw(_config(), DEPOSIT);
        vm.expectRevert(IDevPaymentChannels.WithdrawDelayNotElapsed.selector);
        vm.prank(payer);
        CHANNELS.finalizeWithdraw(_config());
        if (claimed > 0) _claim(claimed);
        vm.warp(block.timestamp + 1 days);
        vm.prank(payer);
        CHANNELS.finalizeWithdraw(_config());
        CHANNELS.settle(receiver, address(usdc));
        vm.assertEq(usdc.balanceOf(receiver), claimed);
        vm.assertEq(usdc.balanceOf(payer), 10 * DEPOSIT - claimed);
        vm.assertEq(usdc.balanceOf(address(CHANNELS)), 0);
    }

    function test_onlyThePayerWithdrawsAndOnlyWhatIsThere() external {
        vm.expectRevert(IDevPaymentChannels.InvalidChannel.selector);
        CHANNELS.initiateWithdraw(_config(), 1);
        vm.expectRevert(IDevPaymentChannels.InvalidChannel.selector);
        CHANNELS.finalizeWithdraw(_config());
        vm.startPrank(payer);
        vm.expectRevert(IDevPaymentChannels.WithdrawAmountExceedsAvailable.selector);
        CHANNELS.initiateWithdraw(_config(), DEPOSIT + 1);
        vm.expectRevert(IDevPaymentChannels.NothingToWithdraw.selector);
        CHANNELS.initiateWithdraw(_config(), 0);
        vm.expectRevert(IDevPaymentChannels.WithdrawalNotPending.selector);
        CHANNELS.finalizeWithdraw(_config());
        CHANNELS.initiateWithdraw(_config(), 1);
        vm.expectRevert(IDevPaymentChannels.WithdrawalAlreadyPending.selector);
        CHANNELS.initiateWithdraw(_config(), 1);
    }

    function test_aDepositNamesAWholeChannel() external {
        IDevPaymentChannels.ChannelConfig memory config = _config();
        vm.expectRevert(IDevPaymentChannels.ZeroDeposit.selector);
        CHANNELS.deposit(config, 0, COLLECTOR, "");
        config.receiverAuthorizer = address(0);
        vm.expectRevert(IDevPaymentChannels.InvalidChannel.selector);
        CHANNELS.deposit(config, 1, COLLECTOR, "");
        config = _config();
        config.withdrawDelay = 899;
        vm.expectRevert(IDevPaymentChannels.WithdrawDelayOutOfRange.selector);
        CHANNELS.deposit(config, 1, COLLECTOR, "");
    }

    function testFuzz_theyExistOnTheLocalChainOnly(uint64 chainId) external {
        vm.assume(chainId != 31337 && chainId != 0);
        vm.chainId(chainId);
        vm.expectRevert(abi.encodeWithSelector(IDevPaymentChannels.LocalChainOnly.selector, chainId));
        new DevPaymentChannels();
        vm.expectRevert(abi.encodeWithSelector(DevDepositCollector.LocalChainOnly.selector, chainId));
        new DevDepositCollector();
    }

    function _config() private view returns (IDevPaymentChannels.ChannelConfig memory) {
        return
            IDevPaymentChannels.ChannelConfig({
                payer: payer,
                payerAuthorizer: payer,
                receiver: receiver,
                receiverAuthorizer: vm.addr(RECEIVER_KEY),
                token: address(usdc),
                withdrawDelay: 1 days,
                salt: 0
            });
    }

    function _deposit(IDevPaymentChannels.ChannelConfig memory config, uint128 amount, uint256 key) private {
        CHANNELS.deposit(config, amount, COLLECTOR, _authorization(config, amount, key));
    }

    function _claim(uint128 total) private {
        IDevPaymentChannels.VoucherClaim[] memory claims = _claims(_config(), total, total, PAYER_KEY);
        CHANNELS.claimWithSignature(claims, _signClaims(claims, RECEIVER_KEY));
    }

    function _claims(
        IDevPaymentChannels.ChannelConfig memory config,
        uint128 signed,
        uint128 total,
        uint256 key
    ) private view returns (IDevPaymentChannels.VoucherClaim[] memory claims) {
        bytes32 digest = CHANNELS.getVoucherDigest(CHANNELS.getChannelId(config), signed);
        claims = new IDevPaymentChannels.VoucherClaim[](1);
        claims[0] = IDevPaymentChannels.VoucherClaim(IDevPaymentChannels.Voucher(config, signed), _sign(key, digest), total);
    }

    function _signClaims(
        IDevPaymentChannels.VoucherClaim[] memory claims,
        uint256 key
    ) private view returns (bytes memory) {
        return _sign(key, CHANNELS.getClaimBatchDigest(claims));
    }

    function _authorization(
        IDevPaymentChannels.ChannelConfig memory config,
        uint256 amount,
        uint256 key
    ) private view returns (bytes memory) {
        uint256 validBefore = block.timestamp + 60;
        bytes32 structHash = keccak256(
            abi.encode(
                keccak256(
                    "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
                ),
                config.payer,
                COLLECTOR,
                amount,
                0,
                validBefore,
                keccak256(abi.encode(CHANNELS.getChannelId(config), uint256(7)))
            )
        );
        bytes32 digest = MessageHashUtils.toTypedDataHash(usdc.DOMAIN_SEPARATOR(), structHash);
        return abi.encode(0, validBefore, 7, _sign(key, digest));
    }

    function _sign(uint256 key, bytes32 digest) private pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }
}
