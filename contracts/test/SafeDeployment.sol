// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {LabTest} from "./LabTest.sol";

interface ISafe {
    function setup(
        address[] calldata owners,
        uint256 threshold,
        address to,
        bytes calldata data,
        address fallbackHandler,
        address paymentToken,
        uint256 payment,
        address payable paymentReceiver
    ) external;
    function getMessageHash(bytes memory message) external view returns (bytes32);
}

interface ISafeProxyFactory {
    function createProxyWithNonce(
        address singleton,
        bytes memory initializer,
        uint256 saltNonce
    ) external returns (address);
}

/// @notice Safes from the published artifacts, for tests with a Safe as holder.
abstract contract SafeDeployment is LabTest {
    string private constant ARTIFACTS = "node_modules/@safe-global/safe-smart-account/build/artifacts/contracts/";
    address private singleton;
    address private handler;
    ISafeProxyFactory private proxyFactory;
    uint256 private nonce;

    function setUp() public virtual override {
        super.setUp();
        singleton = deployArtifact(string.concat(ARTIFACTS, "SafeL2.sol/SafeL2.json"));
        handler = deployArtifact(
            string.concat(ARTIFACTS, "handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json")
        );
        proxyFactory = ISafeProxyFactory(
            deployArtifact(string.concat(ARTIFACTS, "proxies/SafeProxyFactory.sol/SafeProxyFactory.json"))
        );
    }

    function newSafe(address[] memory owners, uint256 threshold) internal returns (address) {
        bytes memory setup = abi.encodeCall(
            ISafe.setup,
            (owners, threshold, address(0), "", handler, address(0), 0, payable(address(0)))
        );
        return proxyFactory.createProxyWithNonce(singleton, setup, nonce++);
    }

    function newSafe(address owner) internal returns (address) {
        address[] memory owners = new address[](1);
        owners[0] = owner;
        return newSafe(owners, 1);
    }
}
