// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {ILabToken} from "../interfaces/ILabToken.sol";

/// @title JSON description of a token
library LabTokenUri {
    struct Token {
        address erc20;
        string name;
        string symbol;
        uint8 decimals;
        uint256 supply;
        /// What the token is to the lab. Not escaped.
        string description;
    }

    /// @notice A `data:` URL. Untrusted text is escaped; numbers that JavaScript would round are strings.
    function render(Token memory token, ILabToken.Metadata memory metadata) internal pure returns (string memory) {
        bytes memory json = abi.encodePacked(
            '{"name":"',
            Strings.escapeJSON(token.name),
            '","symbol":"',
            Strings.escapeJSON(token.symbol),
            '","description":"',
            token.description,
            '","decimals":',
            Strings.toString(token.decimals),
            ',"properties":',
            _properties(token, metadata),
            "}"
        );
        return string.concat("data:application/json;base64,", Base64.encode(json));
    }

    function _properties(
        Token memory token,
        ILabToken.Metadata memory metadata
    ) private pure returns (bytes memory) {
        return
            abi.encodePacked(
                '{"lab_id":"',
                Strings.toString(metadata.labId),
                '","agreement_key":"',
                Strings.escapeJSON(metadata.s3Key),
                '","agreement_content_hash":"',
                Strings.toHexString(uint256(metadata.contentHash), 32),
                '","original_owner":"',
                Strings.toChecksumHexString(metadata.originalOwner),
                '","erc20_contract":"',
                Strings.toChecksumHexString(token.erc20),
                '","supply":"',
                Strings.toString(token.supply),
                '"}'
            );
    }
}
