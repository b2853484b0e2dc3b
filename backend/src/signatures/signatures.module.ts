import { Module } from '@nestjs/common';
import { SignatureReader } from '../signature-image/signature-reader.js';
import { Signatures } from './signatures.js';

/** What the calls of both parties sign with. */
@Module({ providers: [SignatureReader, Signatures], exports: [Signatures] })
export class SignaturesModule {}
