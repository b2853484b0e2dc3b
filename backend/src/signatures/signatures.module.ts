import { Module } from '@nestjs/common';
import { SignatureReader } from '../signature-image/signature-reader.js';
import { Signatures } from './signatures.js';

/** Provides signing for the API calls of both parties. */
@Module({ providers: [SignatureReader, Signatures], exports: [Signatures] })
export class SignaturesModule {}
