-- The table of look-alikes is that of Unicode 17. It leaves ASCII as it was; the others are computed anew before they are compared.
UPDATE "files" SET "path_skeleton" = NULL WHERE "path_skeleton" IS NOT NULL AND "path" ~ '[^\x01-\x7f]';
