// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {AccessResolver} from "../../src/AccessResolver.sol";
import {IAccessResolver} from "../../src/interfaces/IAccessResolver.sol";
import {LabNFT} from "../../src/LabNFT.sol";
import {OnChainLabFactory} from "../../src/OnChainLabFactory.sol";
import {Vm} from "../Vm.sol";

/// @notice Makes random calls to the contracts and keeps a model of the expected state. The invariant run fails if the
/// contracts accept what the model forbids or reject what it allows.
contract LabsHandler {
    struct Grant {
        uint8 role;
        uint64 expiry;
    }

    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    /// @dev Few labs and accounts, so that random calls interact.
    uint256 private constant MAX_LABS = 2;

    LabNFT public immutable labNft;
    OnChainLabFactory public immutable factory;
    AccessResolver public immutable resolver;
    address public immutable admin;

    address[3] public actors;
    address[] public holders;
    uint256 public collected;
    mapping(uint256 lab => mapping(address account => Grant)) private grants;

    constructor(LabNFT labNft_, OnChainLabFactory factory_, AccessResolver resolver_, address admin_) {
        (labNft, factory, resolver, admin) = (labNft_, factory_, resolver_, admin_);
        for (uint256 i = 0; i < actors.length; ++i) actors[i] = vm.addr(0x1000 + i);
    }

    function mint(uint256 to, uint96 fee) external {
        if (holders.length == MAX_LABS) return;
        vm.prank(admin);
        labNft.setMintFeeWei(fee);
        vm.deal(address(this), fee);
        factory.mintAndCreateAccount{value: fee}(_actor(to));
        holders.push(_actor(to));
        collected += fee;
    }

    function transfer(uint256 lab, uint256 by, uint256 to) external {
        if (holders.length == 0) return;
        lab %= holders.length;
        bool allowed = _actor(by) == holders[lab];
        vm.prank(_actor(by));
        try labNft.transferFrom(holders[lab], _actor(to), lab + 1) {
            vm.assertTrue(allowed, "an outsider moved a lab");
            holders[lab] = _actor(to);
        } catch {
            vm.assertFalse(allowed);
        }
    }

    function transferToAccount(uint256 lab, uint256 account) external {
        if (holders.length == 0) return;
        lab %= holders.length;
        address to = labNft.accountOf((account % holders.length) + 1);
        vm.prank(holders[lab]);
        try labNft.transferFrom(holders[lab], to, lab + 1) {
            vm.assertTrue(false, "a lab went into a lab");
        } catch {}
    }

    function grant(uint256 lab, uint256 by, uint256 to, bool contributor, uint16 lifetime) external {
        if (holders.length == 0) return;
        lab %= holders.length;
        (address granter, address account) = (_granter(by), _actor(to));
        uint8 role = contributor ? 2 : 1;
        uint64 expiry = lifetime % 2 == 0 ? 0 : uint64(block.timestamp) + lifetime;
        bytes32 oclId = labNft.oclIdOf(lab + 1);
        bool allowed = granter == admin ||
            granter == holders[lab] ||
            (active(lab, granter) == 2 && role == 1 && active(lab, account) != 2);
        vm.prank(granter);
        try resolver.grantRole(oclId, account, role, expiry, false) {
            vm.assertTrue(allowed, "granted without the right");
            grants[lab][account] = Grant(role, expiry);
        } catch (bytes memory reason) {
            vm.assertFalse(allowed);
            vm.assertEq(bytes32(bytes4(reason)), bytes32(IAccessResolver.UnauthorizedRoleAdmin.selector));
        }
    }

    function revoke(uint256 lab, uint256 by, uint256 from) external {
        if (holders.length == 0) return;
        lab %= holders.length;
        (address granter, address account) = (_granter(by), _actor(from));
        uint8 stored = grants[lab][account].role;
        bytes32 oclId = labNft.oclIdOf(lab + 1);
        bool allowed = stored == 0 ||
            granter == admin ||
            granter == holders[lab] ||
            (active(lab, granter) == 2 && stored == 1);
        vm.prank(granter);
        try resolver.revokeRole(oclId, account) {
            vm.assertTrue(allowed, "revoked without the right");
            delete grants[lab][account];
        } catch (bytes memory reason) {
            vm.assertFalse(allowed);
            vm.assertEq(bytes32(bytes4(reason)), bytes32(IAccessResolver.UnauthorizedRoleAdmin.selector));
        }
    }

    function passTime(uint16 duration) external {
        vm.warp(block.timestamp + duration / 8);
    }

    /// @notice The current role of `account` in the model, without ownership.
    function active(uint256 lab, address account) public view returns (uint8) {
        Grant memory kept = grants[lab][account];
        return kept.expiry == 0 || block.timestamp < kept.expiry ? kept.role : 0;
    }

    function labCount() external view returns (uint256) {
        return holders.length;
    }

    function actorCount() external view returns (uint256) {
        return actors.length;
    }

    function _actor(uint256 seed) private view returns (address) {
        return actors[seed % actors.length];
    }

    /// @dev The owner of the resolver in one of four cases.
    function _granter(uint256 seed) private view returns (address) {
        uint256 index = seed % (actors.length + 1);
        return index == actors.length ? admin : actors[index];
    }
}
