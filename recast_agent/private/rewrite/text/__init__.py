"""The rewriter of running text: passages with a question, any modality that is read as text."""
