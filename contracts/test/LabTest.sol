// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import {AccessResolver} from "../src/AccessResolver.sol";
import {LabAccount} from "../src/LabAccount.sol";
import {LabNFT} from "../src/LabNFT.sol";
import {OnChainLabFactory} from "../src/OnChainLabFactory.sol";
import {LabAccounts} from "../src/libraries/LabAccounts.sol";
import {Vm} from "./Vm.sol";

/// @notice All contracts, deployed as on a real chain: published contracts with their published code, through the
/// CREATE2 deployer, at their canonical addresses.
abstract contract LabTest {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant CREATE2_DEPLOYER = 0x4e59b44847b379578588920cA78FbF26c0B4956C;
    bytes private constant CREATE2_DEPLOYER_CODE =
        hex"7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3";
    uint256 internal constant FEE = 0.001 ether;

    address internal immutable admin = vm.addr(0xad);
    uint256 internal constant ALICE_KEY = 0xa11ce;
    address internal immutable alice = vm.addr(ALICE_KEY);
    address internal immutable bob = vm.addr(0xb0b);
    address internal immutable carol = vm.addr(0xca401);
    address internal immutable outsider = vm.addr(0x57);
    address internal immutable guardian = vm.addr(0x6a);

    LabAccount internal implementation;
    LabNFT internal labNft;
    OnChainLabFactory internal factory;
    AccessResolver internal resolver;

    function setUp() public virtual {
        vm.warp(1_800_000_000);
        vm.etch(CREATE2_DEPLOYER, CREATE2_DEPLOYER_CODE);
        string memory registry = vm.readFile("contracts/vectors/erc6551-registry.json");
        address deployed = create2(
            vm.parseJsonBytes32(registry, ".salt"),
            vm.parseJsonBytes(registry, ".initCode")
        );
        vm.assertEq(deployed, address(LabAccounts.REGISTRY));

        implementation = new LabAccount();
        labNft = new LabNFT(admin, address(implementation), FEE, "");
        factory = OnChainLabFactory(labNft.factory());
        resolver = deployResolver();
    }

    function deployResolver() internal returns (AccessResolver) {
        address code = address(new AccessResolver(labNft));
        bytes memory initialize = abi.encodeCall(AccessResolver.initialize, (admin, guardian));
        return AccessResolver(address(new ERC1967Proxy(code, initialize)));
    }

    /// @notice A new lab of `holder`.
    function mintLab(address holder) internal returns (LabAccount account, uint256 tokenId, bytes32 oclId) {
        vm.deal(address(this), FEE);
        address payable accountAddress;
        (address created, uint256 id) = factory.mintAndCreateAccount{value: FEE}(holder);
        accountAddress = payable(created);
        return (LabAccount(accountAddress), id, labNft.oclIdOf(id));
    }

    function create2(bytes32 salt, bytes memory initCode) internal returns (address) {
        (bool ok, bytes memory result) = CREATE2_DEPLOYER.call(abi.encodePacked(salt, initCode));
        require(ok, "CREATE2 failed");
        return address(bytes20(result));
    }

    /// @notice Deploys the creation code of a published artifact.
    function deployArtifact(string memory path) internal returns (address deployed) {
        bytes memory code = vm.parseJsonBytes(vm.readFile(path), ".bytecode");
        assembly ("memory-safe") {
            deployed := create(0, add(code, 0x20), mload(code))
        }
        require(deployed != address(0), path);
    }

    function sign(uint256 privateKey, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(privateKey, digest);
        return abi.encodePacked(r, s, v);
    }
}
