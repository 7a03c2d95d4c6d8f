// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {ILabNFT} from "./interfaces/ILabNFT.sol";
import {ILabToken} from "./interfaces/ILabToken.sol";
import {IOclTermsPermissioner} from "./interfaces/IOclTermsPermissioner.sol";
import {IOclTokenizer} from "./interfaces/IOclTokenizer.sol";
import {IOclTokenizerPolicy} from "./interfaces/IOclTokenizerPolicy.sol";
import {ForeignToken} from "./libraries/ForeignToken.sol";
import {LabTokenArgs} from "./libraries/LabTokenArgs.sol";
import {TokenRight} from "./libraries/TokenRight.sol";
import {LabToken} from "./LabToken.sol";
import {OclTermsPermissioner} from "./OclTermsPermissioner.sol";
import {WrappedLabToken} from "./WrappedLabToken.sol";

/// @title OclTokenizer
/// @notice Not upgradeable and without an owner, because every lab token accepts this contract as an issuer. Only the
/// code of `policy` can be replaced, and it can only reject new tokens.
contract OclTokenizer is IOclTokenizer {
    uint256 private constant MAX_DECIMALS = 18;

    struct Record {
        address token;
        bool isAttached;
        /// Whether the lab ever proved a right to the token that is attached to it.
        bool hasProved;
    }

    /// @inheritdoc IOclTokenizer
    ILabNFT public immutable labNft;

    /// @inheritdoc IOclTokenizer
    IOclTokenizerPolicy public immutable policy;

    /// @inheritdoc IOclTokenizer
    IOclTermsPermissioner public immutable permissioner;

    /// @inheritdoc IOclTokenizer
    address public immutable labTokenImplementation;

    /// @inheritdoc IOclTokenizer
    address public immutable wrappedLabTokenImplementation;

    mapping(uint256 labId => Record) private records;

    /// @inheritdoc IOclTokenizer
    mapping(address token => uint256 labId) public attachedTo;

    /// @notice Creates everything that a tokenization needs, so that nothing is left to configure.
    /// @param labNft_ The collection of the labs.
    /// @param policyImplementation The code behind the proxy of the policy.
    /// @param initialOwner The owner of the policy.
    /// @param initialGuardian The guardian of the policy; zero for none.
    constructor(ILabNFT labNft_, address policyImplementation, address initialOwner, address initialGuardian) {
        if (address(labNft_).code.length == 0) revert MissingCode(address(labNft_));
        labNft = labNft_;
        labTokenImplementation = address(new LabToken(labNft_));
        wrappedLabTokenImplementation = address(new WrappedLabToken());
        permissioner = new OclTermsPermissioner(address(this));
        bytes memory initialize = abi.encodeCall(IOclTokenizerPolicy.initialize, (initialOwner, initialGuardian));
        policy = IOclTokenizerPolicy(address(new ERC1967Proxy(policyImplementation, initialize)));
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
        if (bytes(symbol).length == 0 || bytes(symbol).length > type(uint8).max) revert InvalidSymbol();
        token = _clone(labTokenImplementation, metadata, bytes(symbol));
        string memory name = string.concat("Lab Tokens of Lab #", Strings.toString(labId));
        _announce(address(token), metadata, amount, name, symbol);
        _accept(token, metadata, address(0), signature);
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
        (uint256 supply, uint8 decimals) = _requireToken(tokenContract);
        _requireNoLabToken(tokenContract);
        _requireNoOtherRight(labId, tokenContract);
        token = _clone(wrappedLabTokenImplementation, metadata, abi.encodePacked(tokenContract, decimals));
        records[labId].isAttached = true;
        _announceAttached(tokenContract, metadata, supply);
        emit TokenWrapped(tokenContract, address(token), labId);
        address prover = _proverOf(labId, tokenContract);
        if (prover != address(0)) _recordRight(labId, tokenContract, prover);
        _accept(token, metadata, tokenContract, signature);
    }

    /// @inheritdoc IOclTokenizer
    function proveRight(uint256 labId) external {
        if (msg.sender != controllerOf(labId)) revert MustControlLab();
        if (!records[labId].isAttached) revert NoAttachedToken(labId);
        address token = _attachedToken(labId);
        address prover = _proverOf(labId, token);
        if (prover == address(0)) revert RightNotProved(token);
        _requireNoOtherRight(labId, token);
        _recordRight(labId, token, prover);
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
    function rightOf(uint256 labId) external view returns (Right) {
        Record storage record = records[labId];
        if (record.token == address(0)) return Right.NONE;
        if (!record.isAttached) return Right.CREATED;
        if (!record.hasProved) return Right.CLAIMED;
        address token = _attachedToken(labId);
        bool hasRight = attachedTo[token] == labId && _proverOf(labId, token) != address(0);
        return hasRight ? Right.PROVED : Right.PROVED_EARLIER;
    }

    /// @inheritdoc IOclTokenizer
    function tokenized(uint256 labId) public view returns (address) {
        return records[labId].token;
    }

    /// @inheritdoc IOclTokenizer
    function controllerOf(uint256 labId) public view returns (address) {
        try labNft.ownerOf(labId) returns (address holder) {
            return holder;
        } catch {
            return address(0);
        }
    }

    /// @dev `AlreadyTokenized` is checked first, so a second attempt fails with it for every caller.
    function _begin(
        uint256 labId,
        string calldata s3Key,
        bytes32 contentHash
    ) private view returns (ILabToken.Metadata memory) {
        if (tokenized(labId) != address(0)) revert AlreadyTokenized();
        if (msg.sender != controllerOf(labId)) revert MustControlLab();
        if (!_isAgreementOf(labNft.oclIdOf(labId), bytes(s3Key))) revert InvalidS3Key();
        if (contentHash == 0) revert InvalidContentHash();
        return ILabToken.Metadata(labId, msg.sender, s3Key, contentHash);
    }

    /// @dev Whether the key has the form `<oclId>/agreements/<id>`. The `oclId` contains the account of the lab, whose
    /// address depends on collection, token id and chain, so the key belongs to no other lab.
    function _isAgreementOf(bytes32 oclId, bytes calldata key) private pure returns (bool) {
        bytes memory prefix = bytes(string.concat(Strings.toHexString(uint256(oclId), 32), "/agreements/"));
        return key.length > prefix.length && keccak256(key[:prefix.length]) == keccak256(prefix);
    }

    /// @dev The registry is written before anything else is called.
    function _clone(
        address implementation,
        ILabToken.Metadata memory metadata,
        bytes memory tag
    ) private returns (ILabToken token) {
        token = ILabToken(Clones.cloneWithImmutableArgs(implementation, LabTokenArgs.encode(metadata, tag)));
        records[metadata.labId].token = address(token);
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

    function _announceAttached(address token, ILabToken.Metadata memory metadata, uint256 supply) private {
        _announce(token, metadata, supply, ForeignToken.name(token), ForeignToken.symbol(token));
    }

    /// @dev The policy is called statically and returns nothing, so it can only revert.
    function _accept(
        ILabToken token,
        ILabToken.Metadata memory metadata,
        address attached,
        bytes calldata signature
    ) private {
        policy.requirePermitted(metadata.labId, msg.sender, attached);
        permissioner.accept(address(token), metadata, msg.sender, signature);
    }

    function _requireToken(address token) private view returns (uint256, uint8) {
        if (token == address(0)) revert ZeroAddress();
        if (token.code.length == 0) revert InvalidTokenContract();
        (bool readable, uint256 decimals) = ForeignToken.decimals(token);
        if (!readable || decimals > MAX_DECIMALS) revert InvalidTokenDecimals();
        (bool hasSupply, uint256 supply) = ForeignToken.totalSupply(token);
        if (!hasSupply) revert InvalidTokenContract();
        return (supply, uint8(decimals));
    }

    function _requireNoLabToken(address token) private view {
        (bool isLabToken, uint256 labId) = _labOf(token);
        if (isLabToken) revert TokenOfAnotherLab(labId);
    }

    /// @dev A claim keeps nobody out, and a proof does only as long as it could be given again.
    function _requireNoOtherRight(uint256 labId, address token) private view {
        uint256 otherId = attachedTo[token];
        if (otherId == 0 || otherId == labId) return;
        if (_proverOf(otherId, token) != address(0)) revert TokenOfAnotherLab(otherId);
    }

    function _recordRight(uint256 labId, address token, address prover) private {
        uint256 previousId = attachedTo[token];
        attachedTo[token] = labId;
        records[labId].hasProved = true;
        emit TokenRightProved(token, labId, prover, previousId == labId ? 0 : previousId);
    }

    function _proverOf(uint256 labId, address token) private view returns (address) {
        return TokenRight.proverOf(token, labNft.ownerOf(labId), labNft.accountOf(labId));
    }

    function _attachedToken(uint256 labId) private view returns (address) {
        return address(WrappedLabToken(records[labId].token).wrappedToken());
    }

    function _requireControlOfToken(address token) private view {
        (bool isLabToken, uint256 labId) = _labOf(token);
        if (!isLabToken) revert LabTokenNotControlledByTokenizer();
        if (msg.sender != controllerOf(labId)) revert MustControlLab();
    }

    /// @dev The lab of a token or wrapper of this tokenizer. The token names it, and the registry confirms it.
    function _labOf(address token) private view returns (bool isLabToken, uint256 labId) {
        (isLabToken, labId) = ForeignToken.labId(token);
        isLabToken = isLabToken && token != address(0) && tokenized(labId) == token;
    }
}
