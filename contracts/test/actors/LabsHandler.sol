// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {AccessResolver} from "../../src/AccessResolver.sol";
import {IAccessResolver} from "../../src/interfaces/IAccessResolver.sol";
import {LabNFT} from "../../src/LabNFT.sol";
import {OnChainLabFactory} from "../../src/OnChainLabFactory.sol";
import {LabAccounts} from "../../src/libraries/LabAccounts.sol";
import {Vm} from "../Vm.sol";

/// @notice Makes random calls to the contracts and keeps a model of the expected state. The invariant run fails if the
/// contracts accept what the model forbids or reject what it allows.
contract LabsHandler {
    struct Grant {
        uint8 role;
        uint64 expiry;
        /// The contributor who granted it, and the number of this contributor's own role; zero for owners.
        address contributor;
        uint256 term;
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
    /// @dev Counts the roles of an account one after the other. Extending a contributor's role starts no other.
    mapping(uint256 lab => mapping(address account => uint256)) private terms;

    constructor(LabNFT labNft_, OnChainLabFactory factory_, AccessResolver resolver_, address admin_) {
        (labNft, factory, resolver, admin) = (labNft_, factory_, resolver_, admin_);
        for (uint256 i = 0; i < actors.length; ++i) actors[i] = vm.addr(0x1000 + i);
    }

    function mint(uint256 to, uint56 fee) external {
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
        // Every account that is deployed, and that of the next lab.
        uint256 id = (account % (holders.length + 1)) + 1;
        address to = LabAccounts.REGISTRY.account(
            labNft.accountImplementation(),
            LabAccounts.SALT,
            block.chainid,
            address(labNft),
            id
        );
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
        bytes4 refusal = _refusalOf(lab, granter, account, role, expiry);
        bytes32 oclId = labNft.oclIdOf(lab + 1);
        vm.prank(granter);
        try resolver.grantRole(oclId, account, role, expiry, false) {
            vm.assertTrue(refusal == 0, "granted without the right");
            _record(lab, granter, account, role, expiry);
        } catch (bytes memory reason) {
            vm.assertTrue(refusal != 0, "refused against the right");
            vm.assertEq(bytes32(bytes4(reason)), bytes32(refusal));
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
            (active(lab, granter) == 2 && grants[lab][account].contributor != address(0));
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
        if (kept.expiry != 0 && block.timestamp >= kept.expiry) return 0;
        if (kept.contributor == address(0)) return kept.role;
        bool stands = active(lab, kept.contributor) == 2 && terms[lab][kept.contributor] == kept.term;
        return stands ? kept.role : 0;
    }

    function labCount() external view returns (uint256) {
        return holders.length;
    }

    function actorCount() external view returns (uint256) {
        return actors.length;
    }

    /// @dev Selector of the error with which a grant is rejected; zero if it is accepted. A contributor grants the viewer's
    /// role where there is none or where a contributor granted it, not beyond the end of the own role.
    function _refusalOf(
        uint256 lab,
        address granter,
        address account,
        uint8 role,
        uint64 expiry
    ) private view returns (bytes4) {
        if (!_isDelegate(lab, granter)) return 0;
        bool isOpen = active(lab, account) == 0 || grants[lab][account].contributor != address(0);
        if (role != 1 || !isOpen || active(lab, granter) != 2) return IAccessResolver.UnauthorizedRoleAdmin.selector;
        uint64 end = grants[lab][granter].expiry;
        bool isLonger = end != 0 && (expiry == 0 || expiry > end);
        return isLonger ? IAccessResolver.ExpiryAfterOwnRole.selector : bytes4(0);
    }

    function _record(uint256 lab, address granter, address account, uint8 role, uint64 expiry) private {
        if (active(lab, account) != 2 || role != 2) ++terms[lab][account];
        grants[lab][account] = _isDelegate(lab, granter)
            ? Grant(role, expiry, granter, terms[lab][granter])
            : Grant(role, expiry, address(0), 0);
    }

    function _isDelegate(uint256 lab, address granter) private view returns (bool) {
        return granter != admin && granter != holders[lab];
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
