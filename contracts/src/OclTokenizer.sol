// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable2StepUpgradeable} from "@openzeppelin/contracts-upgradeable/access/Ownable2StepUpgradeable.sol";
import {OwnableUpgradeable} from "@openzeppelin/contracts-upgradeable/access/OwnableUpgradeable.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {ILabNFT} from "./interfaces/ILabNFT.sol";
import {ILabToken} from "./interfaces/ILabToken.sol";
import {IOclTermsPermissioner} from "./interfaces/IOclTermsPermissioner.sol";
import {IOclTokenizer} from "./interfaces/IOclTokenizer.sol";
import {ForeignToken} from "./libraries/ForeignToken.sol";
import {LabTokenArgs} from "./libraries/LabTokenArgs.sol";

/// @title OclTokenizer
contract OclTokenizer is IOclTokenizer, Ownable2StepUpgradeable, UUPSUpgradeable {
    uint256 private constant MAX_DECIMALS = 18;

    /// @custom:storage-location erc7201:labroom.storage.OclTokenizer
    struct OclTokenizerStorage {
        mapping(uint256 labId => address) tokenized;
        IOclTermsPermissioner permissioner;
        address labTokenImplementation;
        address wrappedLabTokenImplementation;
    }

    bytes32 private constant STORAGE_LOCATION =
        keccak256(abi.encode(uint256(keccak256("labroom.storage.OclTokenizer")) - 1)) & ~bytes32(uint256(0xff));

    /// @inheritdoc IOclTokenizer
    ILabNFT public immutable labNft;

    constructor(ILabNFT labNft_) {
        if (address(labNft_) == address(0)) revert ZeroAddress();
        labNft = labNft_;
        _disableInitializers();
    }

    /// @notice Sets the first owner, in the proxy's constructor. Nothing can be tokenized until the permissioner and
    /// the token's code are set.
    function initialize(address initialOwner) external initializer {
        __Ownable_init(initialOwner);
    }

    /// @inheritdoc IOclTokenizer
    function tokenize(
        uint256 labId,
        uint256 amount,
        string calldata symbol,
        string calldata s3Key,
        bytes32 contentHash,
        bytes calldata signature
    ) external returns (ILabToken token) {
        ILabToken.Metadata memory metadata = _begin(labId, s3Key, contentHash);
        if (bytes(symbol).length > type(uint8).max) revert InvalidSymbol();
        token = _clone(_storage().labTokenImplementation, metadata, bytes(symbol));
        string memory name = string.concat("Lab Tokens of Lab #", Strings.toString(labId));
        _announce(address(token), metadata, amount, name, symbol);
        _storage().permissioner.accept(address(token), metadata, msg.sender, signature);
        token.issue(msg.sender, amount);
    }

    /// @inheritdoc IOclTokenizer
    function attachToken(
        uint256 labId,
        string calldata s3Key,
        bytes32 contentHash,
        bytes calldata signature,
        address tokenContract
    ) external returns (ILabToken token) {
        ILabToken.Metadata memory metadata = _begin(labId, s3Key, contentHash);
        uint256 supply = _requireToken(tokenContract);
        token = _clone(_storage().wrappedLabTokenImplementation, metadata, abi.encodePacked(tokenContract));
        (string memory name, string memory symbol) = (ForeignToken.name(tokenContract), ForeignToken.symbol(tokenContract));
        _announce(tokenContract, metadata, supply, name, symbol);
        emit TokenWrapped(tokenContract, address(token), labId);
        _storage().permissioner.accept(address(token), metadata, msg.sender, signature);
    }

    /// @inheritdoc IOclTokenizer
    function issue(address labToken, uint256 amount, address receiver) external {
        _requireControlOfToken(labToken);
        ILabToken(labToken).issue(receiver, amount);
    }

    /// @inheritdoc IOclTokenizer
    function cap(address labToken) external {
        _requireControlOfToken(labToken);
        ILabToken(labToken).cap();
    }

    /// @inheritdoc IOclTokenizer
    function cancelTransferOwnership() external {
        transferOwnership(address(0));
    }

    /// @inheritdoc IOclTokenizer
    function setPermissioner(IOclTermsPermissioner newPermissioner) external onlyOwner {
        if (address(newPermissioner) == address(0)) revert ZeroAddress();
        _storage().permissioner = newPermissioner;
        emit PermissionerUpdated(address(newPermissioner));
    }

    /// @inheritdoc IOclTokenizer
    function setLabTokenImplementation(address implementation) external onlyOwner {
        if (implementation == address(0)) revert ZeroAddress();
        _storage().labTokenImplementation = implementation;
        emit LabTokenImplementationUpdated(implementation);
    }

    /// @inheritdoc IOclTokenizer
    function setWrappedLabTokenImplementation(address implementation) external onlyOwner {
        if (implementation == address(0)) revert ZeroAddress();
        _storage().wrappedLabTokenImplementation = implementation;
        emit WrappedLabTokenImplementationUpdated(implementation);
    }

    /// @inheritdoc IOclTokenizer
    function tokenized(uint256 labId) external view returns (address) {
        return _storage().tokenized[labId];
    }

    /// @inheritdoc IOclTokenizer
    function permissioner() external view returns (IOclTermsPermissioner) {
        return _storage().permissioner;
    }

    /// @inheritdoc IOclTokenizer
    function labTokenImplementation() external view returns (address) {
        return _storage().labTokenImplementation;
    }

    /// @inheritdoc IOclTokenizer
    function wrappedLabTokenImplementation() external view returns (address) {
        return _storage().wrappedLabTokenImplementation;
    }

    /// @inheritdoc IOclTokenizer
    function controllerOf(uint256 labId) public view returns (address) {
        try labNft.ownerOf(labId) returns (address holder) {
            return holder;
        } catch {
            return address(0);
        }
    }

    /// @notice Always reverts.
    function renounceOwnership() public pure override(OwnableUpgradeable) {
        revert RenounceOwnershipDisabled();
    }

    function _authorizeUpgrade(address) internal override onlyOwner {}

    /// @dev `AlreadyTokenized` is checked first, so a second attempt fails with it for every caller.
    function _begin(
        uint256 labId,
        string calldata s3Key,
        bytes32 contentHash
    ) private view returns (ILabToken.Metadata memory) {
        if (_storage().tokenized[labId] != address(0)) revert AlreadyTokenized();
        if (msg.sender != controllerOf(labId)) revert MustControlLab();
        if (bytes(s3Key).length == 0) revert InvalidS3Key();
        return ILabToken.Metadata(labId, msg.sender, s3Key, contentHash);
    }

    /// @dev The registry is written before anything else is called.
    function _clone(
        address implementation,
        ILabToken.Metadata memory metadata,
        bytes memory tag
    ) private returns (ILabToken token) {
        token = ILabToken(Clones.cloneWithImmutableArgs(implementation, LabTokenArgs.encode(metadata, tag)));
        _storage().tokenized[metadata.labId] = address(token);
    }

    function _announce(
        address token,
        ILabToken.Metadata memory metadata,
        uint256 amount,
        string memory name,
        string memory symbol
    ) private {
        emit TokensCreated(
            metadata.labId,
            labNft.oclIdOf(metadata.labId),
            token,
            msg.sender,
            amount,
            metadata.s3Key,
            metadata.contentHash,
            name,
            symbol
        );
    }

    function _requireToken(address token) private view returns (uint256) {
        if (token == address(0)) revert ZeroAddress();
        if (token.code.length == 0) revert InvalidTokenContract();
        (bool readable, uint256 decimals) = ForeignToken.decimals(token);
        if (!readable || decimals > MAX_DECIMALS) revert InvalidTokenDecimals();
        (bool hasSupply, uint256 supply) = ForeignToken.totalSupply(token);
        if (!hasSupply) revert InvalidTokenContract();
        return supply;
    }

    /// @dev The token names its lab, and the registry confirms it.
    function _requireControlOfToken(address token) private view {
        (bool ok, bytes memory answer) = token.staticcall(abi.encodeCall(ILabToken.labId, ()));
        if (!ok || answer.length != 0x20 || token.code.length == 0) revert LabTokenNotControlledByTokenizer();
        uint256 labId = abi.decode(answer, (uint256));
        if (_storage().tokenized[labId] != token) revert LabTokenNotControlledByTokenizer();
        if (msg.sender != controllerOf(labId)) revert MustControlLab();
    }

    function _storage() private pure returns (OclTokenizerStorage storage $) {
        bytes32 location = STORAGE_LOCATION;
        assembly ("memory-safe") {
            $.slot := location
        }
    }
}
